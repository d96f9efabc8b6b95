# offers.zsh SCRIPT LINE: what the zsh completion in SCRIPT hands to zsh behind LINE, a word each. Zsh's own functions for
# it are replaced: they work at a prompt alone.
script=$1
words=(${=2})
[[ $2 == *' ' ]] && words+=('')
CURRENT=$#words
PREFIX=$words[CURRENT]
offer() { print -l -- ${(M)@:#$PREFIX*} }
compadd() { [[ $1 == -- ]] && shift; offer "$@" }
compset() { PREFIX=${PREFIX#*=} }
_describe() { offer ${(P)2%%:*} }
_files() { }
source $script
_sparsescope
