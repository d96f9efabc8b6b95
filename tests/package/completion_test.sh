#!/usr/bin/env bash
# completion_test.sh SHELL PROGRAMS: what SHELL (bash or zsh) offers behind what has been typed.
set -euo pipefail
shell=$1
PATH=$2:$PATH
here=$(dirname "$0")
script=$here/../../resources/shell/sparsescope
command -v "$shell" >/dev/null || { echo "SKIPPED: there is no $shell"; exit 4; }
# shellcheck disable=SC1090
. "$script"

offers() {  # LINE, up to the cursor
  if [ "$shell" = zsh ]; then
    zsh -f "$here/offers.zsh" "$script" "$1"
  else
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    _sparsescope_bash "${1%% *}"
    printf '%s\n' "${COMPREPLY[@]}"
  fi
}

failed=0
expect() {  # LINE WORD...: each is offered; !WORD is not
  local line=$1 word offered
  shift
  offered=$(offers "$line" | tr '\n' ' ')
  for word in "$@"; do
    case $word in
      !*) [[ " $offered" != *" ${word#!} "* ]] || { echo "'$line' offers ${word#!}: $offered"; failed=1; } ;;
      *) [[ " $offered" == *" $word "* ]] || { echo "'$line' does not offer $word: $offered"; failed=1; } ;;
    esac
  done
}

expect "sparsescope-cli " info plan generate-matrix learn !--help
expect "sparsescope-cli pl" plan
expect "sparsescope-cli -" -h --help --version !plan
expect "sparsescope-cli plan --" --op --output --trace --no-withdraw !--planners
expect "sparsescope-cli compare m.mtx --" --planners --run
expect "sparsescope-cli plan m.mtx --op " spmm sddmm spmv
expect "sparsescope-cli plan m.mtx --dtype=" f16 bf16 tf32 f32 f64
expect "sparsescope-cli plan --planner " stile hyb cell fixed:csr rules graph
expect "sparsescope-cli plan --graph " !schema:sparsescope-graph
expect "sparsescope-cli render m.mtx --order " file rows columns both rcm tiles
expect "sparsescope-cli generate-matrix " strided chung-lu
expect "sparsescope-cli generate-masks " moe pruning files
expect "sparsescope-cli generate-masks attention --pattern " longformer topk
expect "sparsescope-cli plan m.mtx --dense " !--op !info
if [ -x "$2/sparsescope" ]; then
  expect "sparsescope --" --grab --page --theme
  expect "sparsescope --theme " light dark system
  expect "sparsescope --page " explore kernel sub-tasks learn
fi
if "$2/sparsescope-gpu" --version >/dev/null 2>&1; then
  expect "sparsescope-gpu " probe profile calibrate compile
  expect "sparsescope-gpu profile --" --matrix --plan
else
  echo "not tried: sparsescope-gpu, which is not built or does not start here"
fi
exit $failed
