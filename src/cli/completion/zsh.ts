import { type Completion, quote } from './completions.ts'

/** Completion for zsh, with descriptions. If no command or option fits, it completes names of files. */
export function zshScript(completions: readonly Completion[]): string {
  const commands = completions.map(({ at }) => at).filter((at) => at !== '')
  return `# source <(orangery completion zsh), after compinit
_orangery() {
  local at='' word previous=\${words[CURRENT - 1]}
  local -a found
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    case "$at $word" in
      (${commands.map(quote).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $previous" in
${completions.flatMap(valueCases).join('\n')}
    (*) case "$at" in
${completions.map(wordCase).join('\n')}
      esac ;;
  esac
  (( $#found )) && _describe orangery found || _files
}
compdef _orangery orangery`
}

function valueCases({ at, values }: Completion): string[] {
  return values.map(
    ({ option, choices }) =>
      `    (${quote(`${at} ${option}`)}) found=(${choices.map(quote).join(' ')}) ;;`,
  )
}

function wordCase({ at, words }: Completion): string {
  const described = words.map(({ word, description }) =>
    quote(description === '' ? word : `${word}:${description}`),
  )
  return `      (${quote(at)}) found=(${described.join(' ')}) ;;`
}
