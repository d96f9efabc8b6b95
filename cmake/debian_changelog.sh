#!/usr/bin/env bash
# debian_changelog.sh CHANGELOG.md MAINTAINER: the releases of the change log in Debian's form.
set -euo pipefail
date=""  # of the release that is being read
finish() { [ -z "$date" ] || printf '\n -- %s  %s\n\n' "$1" "$date"; }
while IFS= read -r line; do
  case $line in
    "## ["[0-9]*)
      finish "$2"
      version=${line#*[}
      printf 'sparsescope (%s) unstable; urgency=medium\n\n' "${version%%]*}"
      date=$(LC_ALL=C date -uRd "${line##* }")
      ;;
    "- "*) [ -z "$date" ] || printf '  * %s\n' "${line#- }" ;;
    "  "*) [ -z "$date" ] || printf '  %s\n' "$line" ;;
  esac
done <"$1"
finish "$2"
