import type { Command, Option } from 'commander'

/** The words that can follow a command. */
export interface Completion {
  /** The command, each word with a space in front: ` key create`. Empty: the program itself. */
  readonly at: string
  readonly words: readonly Word[]
  /** Its options that take a value. */
  readonly values: readonly OptionValues[]
}

/** A command, an option, or a value of an argument. */
export interface Word {
  readonly word: string
  readonly description: string
}

interface OptionValues {
  readonly option: string
  /** Empty: anything. */
  readonly choices: readonly string[]
}

/** The words that can follow the program and each of its commands. */
export function completionsOf(command: Command, at = ''): Completion[] {
  const commands = command.createHelp().visibleCommands(command)
  const below = commands.flatMap((each) => completionsOf(each, `${at} ${each.name()}`))
  return [{ at, words: wordsOf(command, commands), values: valuesOf(command) }, ...below]
}

function wordsOf(command: Command, commands: readonly Command[]): Word[] {
  const options = command.createHelp().visibleOptions(command)
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    ...commands.map((each) => ({ word: each.name(), description: each.description() })),
    ...choices.map((word) => ({ word, description: '' })),
    ...options.map((option) => ({ word: nameOf(option), description: option.description })),
  ]
}

function valuesOf({ options }: Command): OptionValues[] {
  return options
    .filter(({ required, optional }) => required || optional)
    .map((option) => ({ option: nameOf(option), choices: option.argChoices ?? [] }))
}

function nameOf({ long, short }: Option): string {
  return long ?? short ?? ''
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
