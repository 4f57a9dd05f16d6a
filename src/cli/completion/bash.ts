import { type Completion, quote } from './completions.ts'

/** Completion for bash. If no command or option fits, bash completes names of files. */
export function bashScript(completions: readonly Completion[]): string {
  return `# source <(orangery completion bash)
_orangery() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} at='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in
      ${commandsOf(completions)}) at="$at $word" ;;
    esac
  done
  case "$at $previous" in
${completions.flatMap(valueCases).join('\n')}
    *) case "$at" in
${completions.map(wordCase).join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _orangery orangery`
}

function commandsOf(completions: readonly Completion[]): string {
  const commands = completions.map(({ at }) => at).filter((at) => at !== '')
  return commands.map(quote).join(' | ')
}

function valueCases({ at, values }: Completion): string[] {
  return values.map(
    ({ option, choices }) =>
      `    ${quote(`${at} ${option}`)}) words=${quote(choices.join(' '))} ;;`,
  )
}

function wordCase({ at, words }: Completion): string {
  return `      ${quote(at)}) words=${quote(words.map(({ word }) => word).join(' '))} ;;`
}
