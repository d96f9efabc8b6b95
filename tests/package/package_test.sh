#!/usr/bin/env bash
# package_test.sh BUILD: makes the package of what is built, installs it into an empty folder, uses it from there, and
# removes it.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cpack dpkg dpkg-deb dpkg-shlibdeps help2man gzip; do
  command -v $tool >/dev/null || { echo "SKIPPED: there is no $tool"; exit 4; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
fail() { echo "FAILED: $*"; exit 1; }
has() { command -v "$1" >/dev/null || { echo "not tried: there is no $1"; return 1; }; }

cmake --build "$build" --target documents >"$work/log" 2>&1 || { cat "$work/log"; fail "no man pages"; }
# gzip: xz takes twice as long as all else.
cpack -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip --config "$build/CPackConfig.cmake" -B "$work/package" >"$work/log" 2>&1 || { cat "$work/log"; fail "no package"; }
deb=$(ls "$work"/package/*.deb)

depends=$(dpkg-deb --field "$deb" Depends)
echo "Depends: $depends"
[[ $depends == *libqt6widgets6* && $depends == *libc6* ]] || fail "Qt or the C library is not among what it depends on"
[[ ! $depends =~ nvidia|cuda|libcu|nvrtc ]] || fail "it depends on NVIDIA's packages"
scripts=$(dpkg-deb --ctrl-tarfile "$deb" | tar -t | grep -vE '^\./(control|md5sums|triggers)?$' || true)
[ -z "$scripts" ] || fail "it has scripts: $scripts"

# A database of its own; it knows no other package.
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root/var/lib/dpkg/status"
package() { dpkg --root="$root" --log="$work/dpkg.log" --force-not-root,depends,bad-path --path-include='*' "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg $*"; }; }
package --install "$deb"

usr=$root/usr
for file in bin/sparsescope bin/sparsescope-cli share/applications/sparsescope.desktop share/mime/packages/sparsescope.xml \
  share/icons/hicolor/scalable/apps/sparsescope.svg share/man/man1/sparsescope.1.gz share/man/man1/sparsescope-cli-plan.1.gz \
  share/bash-completion/completions/sparsescope-cli share/zsh/vendor-completions/_sparsescope \
  share/doc/sparsescope/{copyright,changelog.gz} share/doc/sparsescope/examples/crossing-2048.mtx.gz; do
  [ -f "$usr/$file" ] || fail "it has no $file"
done

# As a user whose machine has no checkout: away from it, with an empty home.
export HOME=$work/home QT_QPA_PLATFORM=offscreen
unset SPARSESCOPE_RESOURCES
mkdir "$HOME"
cd "$HOME"
sample=$usr/share/doc/sparsescope/examples/crossing-2048.mtx.gz
version=$(dpkg-deb --field "$deb" Version)
for program in sparsescope sparsescope-cli sparsescope-gpu; do
  if [ ! -x "$usr/bin/$program" ]; then
    echo "not tried: $program is not built"
    continue
  fi
  ! grep -qF "$source/" "$usr/bin/$program" || fail "$program holds the path of the checkout"
  if [ $program = sparsescope-gpu ] && missing=$(ldd "$usr/bin/$program" | grep -E 'lib(cu|nv)[^ ]* => not found'); then
    echo "not tried: $program, for want of NVIDIA's libraries:" $missing
    continue
  fi
  [ "$("$usr/bin/$program" --version)" = "$program $version" ] || fail "$program --version says $("$usr/bin/$program" --version)"
  "$usr/bin/$program" --help | grep '^Usage: ' >/dev/null || fail "$program --help"
done
"$usr/bin/sparsescope-cli" info "$sample" | grep '67,040 non-zeros' >/dev/null || fail "sparsescope-cli info"
"$usr/bin/sparsescope-cli" plan "$sample" -o plan.json | grep '^predicted .* by calibration h200' >/dev/null || fail "sparsescope-cli plan"
"$usr/bin/sparsescope-cli" learn --list | grep '^1-csr-to-sell' >/dev/null || fail "sparsescope-cli learn"
"$usr/bin/sparsescope" --grab window.png --page search "$sample"
file window.png | grep 'PNG image data, 1440 x 900' >/dev/null || fail "the window's picture"

if has desktop-file-validate; then
  hints=$(desktop-file-validate "$usr/share/applications/sparsescope.desktop") || fail "$hints"
  [ -z "$hints" ] || fail "$hints"
fi
if has update-mime-database; then
  cp -r "$usr/share/mime" "$work/mime"
  update-mime-database "$work/mime" 2>"$work/log"
  ! grep -i 'error\|warning' "$work/log" || fail "MIME types"
  for glob in .sscope .mtx .mtx.gz .mtx.xz .smtx .smtx.zst .tns.bz2 .mat .bsp.h5 .edges; do
    grep -q ":\*${glob//./\\.}\$" "$work/mime/globs2" || fail "$glob has no MIME type"
  done
  grep -o 'application/x-[a-z-]*' "$usr/share/applications/sparsescope.desktop" | while read -r type; do
    [ -f "$work/mime/$type.xml" ] || fail "there is no type $type"
  done
fi
if has man; then
  for page in "$usr"/share/man/man1/*.gz; do
    problems=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null)
    [ -z "$problems" ] || fail "$(basename "$page"): $problems"
    # help2man has seen no text where an option's name fills its column.
    ! zcat "$page" | grep -A1 '^\.HP' || fail "$(basename "$page"): an option without text"
  done
fi
# A page for each command.
for command in $("$usr/bin/sparsescope-cli" --help | sed -n '/^subcommands:$/I,/^$/s/^ \+\([a-z-]\+\) .*/\1/p'); do
  zcat "$usr/share/man/man1/sparsescope-cli-$command.1.gz" | grep -F "sparsescope-cli-$command \\- " >/dev/null || fail "no page of $command"
done

[ "$(zcat "$usr/share/doc/sparsescope/changelog.gz" | dpkg-parsechangelog -l - -S Version)" = "$version" ] || fail "the change log"

package --purge sparsescope
left=$(find "$root" -mindepth 1 -not -path "$root/var*" -print)
[ -z "$left" ] || fail "left behind: $left"
ls "$root"/var/lib/dpkg/info/sparsescope.* 2>/dev/null && fail "its files in dpkg's database are left"
echo "good"
