# Bash splits words at `=` and `:` and keeps quotes in them; only the part after the last split is
# replaced. The program gets whole words.
_shortlist() {
    local words=() count=0 at word start='' rest=${COMP_LINE:0:COMP_POINT} IFS=$'\013'
    for ((at = 0; at <= COMP_CWORD; at++)); do
        word=${COMP_WORDS[at]}
        if ((count > 0)) && [[ -n $rest && $rest != [[:space:]]* ]]; then
            start=${words[count - 1]}
            words[count - 1]+=${rest:0:${#word}}
        else
            rest=${rest#"${rest%%[![:space:]]*}"}
            start=''
            words[count++]=${rest:0:${#word}}
        fi
        rest=${rest:${#word}}
    done
    # What stands at a split is not replaced.
    [[ $word == [=:] ]] && start+=$word
    COMPREPLY=($(
        _CLAP_IFS=$IFS _CLAP_COMPLETE_INDEX=$((count - 1)) _SHORTLIST_COMPLETE=bash \
            'PROGRAM' -- "${words[@]}" 2>/dev/null
    )) || COMPREPLY=()
    for at in "${!COMPREPLY[@]}"; do
        COMPREPLY[at]=${COMPREPLY[at]#"$start"}
    done
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
    return 0
}
complete -o bashdefault -o nosort -F _shortlist shortlist 2>/dev/null ||
    complete -o bashdefault -F _shortlist shortlist
