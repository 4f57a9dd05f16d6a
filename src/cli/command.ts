import { Command, Help, InvalidArgumentError, type Option } from 'commander'
import type { Config } from '../config.ts'
import { GatewayError } from '../errors.ts'
import { groupBy } from '../values/group-by.ts'
import { CONTROLS, snakeCase } from '../values/text.ts'
import type { CommandError } from './command-error.ts'
import type { Creation, PoolSession, Runner, Session, Work } from './runner.ts'

const HELP = 'help'

export class CliCommand extends Command {
  readonly runner: Runner
  /** The example of the first command of a group. */
  firstExample = ''

  constructor(name: string, runner: Runner) {
    super(name)
    this.runner = runner
  }

  override createCommand(name: string): CliCommand {
    return new CliCommand(name, this.runner)
  }

  /** Adds a command with the options that every command has. A signature is, for example, `revoke <id>`. */
  add(
    signature: string,
    description: string,
    example: string,
    json = 'print exactly one JSON object',
  ): CliCommand {
    this.firstExample ||= example
    return this.command(signature)
      .allowExcessArguments(false)
      .description(description)
      .option('--json', json)
      .example(example)
  }

  example(example: string): this {
    return this.addHelpText('after', `\nExample:\n  $ orangery ${example}`)
  }

  onDatabase<Args extends unknown[]>(work: Work<Session, Args>, creation?: Creation): this {
    return this.action(this.runner.withDatabase(work, creation))
  }

  onSchema<Args extends unknown[]>(work: Work<Session, Args>, creation?: Creation): this {
    return this.action(this.runner.withSchema(work, creation))
  }

  onPool<Args extends unknown[]>(work: Work<PoolSession, Args>): this {
    return this.action(this.runner.withPool(work))
  }

  onConfig(work: Work<Config, []>): this {
    return this.action(this.runner.withConfig(work))
  }

  /** Makes a call without a known subcommand a usage error that lists the subcommands. */
  requireSubcommand(): this {
    this.#addHelp()
    return this.usage('<command> [options]')
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => this.#reject(this.args[0]))
  }

  // Commander's own help command prints the whole help for an unknown command.
  #addHelp(): void {
    this.helpCommand(false)
      .command(HELP, { hidden: this.parent !== null })
      .argument('[command...]', 'a command, such as: key create')
      .description('show help for a command')
      .option('--json', 'an error is one JSON object')
      .example('help key create')
      .action((names: string[]) => this.#find(names).help())
  }

  #find([name, ...names]: readonly string[]): Command {
    if (name === undefined) return this
    const found = this.commands.find((command) => command.name() === name)
    if (!(found instanceof CliCommand)) return this.#reject(name)
    return found.#find(names)
  }

  /** Commander calls this for the first missing option, before it looks for unknown ones. The error names all. */
  missingMandatoryOptionValue(): never {
    const unknown = this.args.filter((arg) => /^-./.test(arg))
    const missing = this.options.filter(
      (option) => option.mandatory && this.getOptionValue(option.attributeName()) === undefined,
    )
    const first = unknown.map((arg) => `unknown option '${arg}'; `).join('')
    const code = unknown.length > 0 ? 'unknownOption' : 'missingMandatoryOptionValue'
    const flags = missing.map((option) => option.flags).join(', ')
    return this.error(`error: ${first}missing ${flags}`, { code: `commander.${code}` })
  }

  #reject(given: string | undefined): never {
    const kind = given?.startsWith('-') ? 'option' : 'command'
    const problem = given === undefined ? 'missing command' : `unknown ${kind} '${given}'`
    const names = this.commands.map((command) => command.name()).filter((name) => name !== HELP)
    const accepted = names.length > 0 ? `; accepted: ${names.join(', ')}` : ''
    return this.error(`error: ${problem}${accepted}`)
  }
}

/** The text of an option in a help, with what it accepts and whether it is required. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** Makes a call with none of the command's own options a usage error that lists them. */
export function requireChange(command: Command): void {
  const accepted = command.options.filter(({ long }) => long !== '--json')
  if (accepted.some((option) => command.getOptionValue(option.attributeName()) !== undefined))
    return
  const names = accepted.map(({ long }) => long).join(', ')
  command.error(`error: nothing to change; accepted: ${names}`)
}

/** Adapts a parser for an option: its `GatewayError` becomes a usage error that names the option. */
export function optionParser<Value>(parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text)
    } catch (thrown) {
      if (thrown instanceof GatewayError) throw new InvalidArgumentError(thrown.message)
      throw thrown
    }
  }
}

/** The output of a command: an object with `--json`, lines without it. */
export interface CommandResult {
  /** Null if the command has written its objects already. */
  readonly json: object | null
  readonly lines: readonly string[]
  /** Set if the command succeeds also when its reader leaves before the end. */
  readonly readerMayLeave?: boolean
  /** Set if the command failed and still has a result to print. */
  readonly error?: CommandError | undefined
}

/** The result of a command that lists: a line for each entry, with these members or in a format, or the line `none`. */
export function listed<Entry extends object>(
  data: readonly Entry[],
  format: readonly (keyof Entry)[] | ((entry: Entry) => string),
  none: string,
): CommandResult {
  const line = typeof format === 'function' ? format : (entry: Entry) => columns(entry, format)
  return { json: { data }, lines: data.length > 0 ? data.map(line) : [none], readerMayLeave: true }
}

// A fault of a whole file would else be said as often as the file has lines.
const PLACES = 3

/** A line for each fault, with its first places and how many more it has. */
export function faultLines(faults: readonly (readonly [place: string, fault: string])[]): string[] {
  return [...groupBy(faults, ([, fault]) => fault)].map(([fault, equal]) => {
    const places = equal.slice(0, PLACES).map(([place]) => place)
    if (equal.length > PLACES) places.push(`${equal.length - PLACES} more`)
    return oneLine(`${places.join('; ')}: ${fault}`)
  })
}

function columns<Entry extends object>(entry: Entry, names: readonly (keyof Entry)[]): string {
  const texts = names
    .map((name) => entry[name])
    .map((value) => (value instanceof Date ? value.toISOString() : String(value)))
  return oneLine(texts.join('  '))
}

/** Serializes an object with the names of the API: snake_case. Dates become RFC 3339 text. */
export function toJson(object: object): string {
  return JSON.stringify(withWireNames(object))
}

function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWireNames)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [snakeCase(name), withWireNames(member)]),
  )
}

/** Joins the lines of a text. Replaces control characters, because they could control the terminal. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(CONTROLS, '\ufffd')
}
