#!/usr/bin/env bash
# man_pages.sh PROGRAMS OUT: man pages of the programs in the folder PROGRAMS and of each of their commands, made of what
# --help says.
set -euo pipefail
programs=$1 out=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

commands() {  # PROGRAM
  "$programs/$1" --help | sed -n '/^subcommands:$/I,/^$/s/^ \+\([a-z-]\+\) .*/\1/p'
}

page() {  # PROGRAM COMMAND PAGE...: also to be seen
  local program=$1 command=$2 name=$1${2:+-$2}
  shift 2
  # A manual has "-h, --help", CLI11 "-h,--help"; "hyb: ...", what an option is to one planner, is a paragraph.
  # shellcheck disable=SC2086
  "$programs/$program" $command --help | sed 's/^\( *-[a-z]\),--/\1, --/; s/^ \{16,\}[-a-z][-a-z0-9:, ]*\(NAME\)\?: /\n&/' >"$work/help"
  # help2man names a page after the program that it starts.
  printf '#!/bin/sh\ncat "%s"\n' "$work/help" >"$work/$name"
  chmod +x "$work/$name"
  printf '[SEE ALSO]\n.nh\n' >"$work/also"
  printf '.BR %s (1),\n' "$@" | sed '$s/,$//' >>"$work/also"
  # The first line that is not the usage says what it is for.
  help2man --no-info --section=1 --manual=Sparsescope --source="Sparsescope $version" --version-string="$version" \
    --name="$(sed -n '/^Usage:/d; /^$/d; s/\.$//; s/^./\l&/; p; q' "$work/help")" \
    --include="$work/also" --output="$work/page" "$work/$name"
  # A line may end within {a,b,c}; so that the rest is not drawn apart, lines are as long as they are.
  sed '/^\.TH/a .ad l
    /{[^} ]*}/s/,\([a-z]\)/,\\:\1/g' "$work/page" | gzip -9n >"$out/$name.1.gz"
}

rm -rf "$out"
mkdir -p "$out"
built=()
for program in sparsescope sparsescope-cli sparsescope-gpu; do
  # The worker does not start without NVIDIA's libraries.
  if "$programs/$program" --version >/dev/null 2>&1; then built+=("$program"); else echo "no pages of $program, which does not start"; fi
done
for program in "${built[@]}"; do
  version=$("$programs/$program" --version)
  version=${version##* }
  also=()
  for other in "${built[@]}"; do [ "$other" = "$program" ] || also+=("$other"); done
  for command in $(commands "$program"); do
    also+=("$program-$command")
    page "$program" "$command" "$program"
  done
  page "$program" "" "${also[@]}"
done
