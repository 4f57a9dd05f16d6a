import { Argument, type Command } from 'commander'
import type { CliCommand } from './command.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function addCompletion(program: CliCommand): void {
  program
    .add(
      'completion',
      'print a script that completes command lines of orangery in your shell',
      'completion bash',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action(
      program.runner.alone(async (shell: keyof typeof SCRIPTS) => {
        const script = SCRIPTS[shell](completionsOf(program))
        return { json: { script }, lines: [script] }
      }),
    )
}

// The words that can follow a command.
interface Completion {
  /** The command, each word with a space in front: ` key create`. Empty: the program itself. */
  readonly at: string
  readonly words: readonly Word[]
}

// A command, an option, or a value of an argument.
interface Word {
  readonly word: string
  readonly description: string
  /** The values that an option takes; empty for any. Only an option that takes a value has them. */
  readonly choices?: readonly string[] | undefined
}

// The words that can follow the program and each of its commands.
function completionsOf(command: Command, at = ''): Completion[] {
  const commands = command.createHelp().visibleCommands(command)
  const below = commands.flatMap((each) => completionsOf(each, `${at} ${each.name()}`))
  return [{ at, words: wordsOf(command, commands) }, ...below]
}

function wordsOf(command: Command, commands: readonly Command[]): Word[] {
  const options = command.createHelp().visibleOptions(command)
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    ...commands.map((each) => ({ word: each.name(), description: each.description() })),
    ...choices.map((word) => ({ word, description: '' })),
    ...options.map(({ long, short, description, required, optional, argChoices = [] }) => ({
      word: long ?? short ?? '',
      description,
      choices: required || optional ? argChoices : undefined,
    })),
  ]
}

// A text as one word of a shell.
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

// Completion for bash. If no command or option fits, bash completes names of files.
function bashScript(completions: readonly Completion[]): string {
  return `# source <(orangery completion bash)
_orangery() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} at='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in
      ${namesOf(completions).map(quote).join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at $previous" in
${valueCases(completions, (at, choices) => `${at}) words=${quote(choices.join(' '))} ;;`)}
    *) case "$at" in
${completions.map(wordCase).join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _orangery orangery`
}

function namesOf(completions: readonly Completion[]): string[] {
  return completions.map(({ at }) => at).filter((at) => at !== '')
}

// A case for each option that takes a value, by the words before the value.
function valueCases(
  completions: readonly Completion[],
  write: (at: string, choices: readonly string[]) => string,
): string {
  const cases = completions.flatMap(({ at, words }) =>
    words.flatMap(({ word, choices }) => (choices ? write(quote(`${at} ${word}`), choices) : [])),
  )
  return cases.map((each) => `    ${each}`).join('\n')
}

function wordCase({ at, words }: Completion): string {
  return `      ${quote(at)}) words=${quote(words.map(({ word }) => word).join(' '))} ;;`
}

// Completion for zsh, with descriptions. If no command or option fits, it completes names of files.
function zshScript(completions: readonly Completion[]): string {
  const commands = namesOf(completions)
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
${valueCases(completions, (at, choices) => `(${at}) found=(${choices.map(quote).join(' ')}) ;;`)}
    (*) case "$at" in
${completions.map(zshWordCase).join('\n')}
      esac ;;
  esac
  (( $#found )) && _describe orangery found || _files
}
compdef _orangery orangery`
}

function zshWordCase({ at, words }: Completion): string {
  const described = words.map(({ word, description }) =>
    quote(description === '' ? word : `${word}:${description}`),
  )
  return `      (${quote(at)}) found=(${described.join(' ')}) ;;`
}

// Completion for fish, with descriptions.
function fishScript(completions: readonly Completion[]): string {
  const commands = namesOf(completions)
  return `# orangery completion fish | source
function __orangery_at
  set -l at ''
  set -l words (commandline -opc)
  set -e words[1]
  for word in $words
    switch "$at $word"
      case ${commands.map(inQuotes).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${completions.flatMap(linesOf).join('\n')}`
}

// Names of files come from fish itself, but not among the names of commands.
function linesOf({ at, words }: Completion): string[] {
  const isGroup = words.some(({ word }) => !word.startsWith('-'))
  const start = `complete -c orangery -n ${inQuotes(`__orangery_at '${at}'`)}`
  return words.map((word) => `${start} ${isGroup ? '-f ' : ''}${describe(word)}`)
}

function describe({ word, description, choices }: Word): string {
  const text = `-d ${inQuotes(description)}`
  if (!word.startsWith('-')) return `-a ${word} ${text}`
  const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`
  if (!choices) return `${name} ${text}`
  if (choices.length === 0) return `${name} -r ${text}`
  return `${name} -x -a ${inQuotes(choices.join(' '))} ${text}`
}

// Of what is special within single quotes, fish takes a quote and a backslash with a backslash in front.
function inQuotes(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
