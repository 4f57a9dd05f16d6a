import { type Command, Help, InvalidArgumentError, type Option } from 'commander'
import { GatewayError } from '../errors.ts'

/** The help texts of a command. */
interface CommandHelp {
  readonly description: string
  readonly example: string
}

/** Adds a command with the options that every command has. A signature is, for example, `revoke <id>`. */
export function addCommand(parent: Command, signature: string, help: CommandHelp) {
  return parent
    .command(signature)
    .allowExcessArguments(false)
    .description(help.description)
    .option('--json', 'print exactly one JSON object')
    .addHelpText('after', formatExample(help.example))
}

/** The text of an option in a help, with what it accepts and whether it is required. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

export function formatExample(example: string): string {
  return `\nExample:\n  $ orangery ${example}`
}

/** Adds a command that has subcommands only, such as `key`. */
export function addCommandGroup(program: Command, name: string, help: CommandHelp): Command {
  const group = program
    .command(name)
    .description(help.description)
    .addHelpText('after', formatExample(help.example))
  return requireSubcommand(group)
}

const HELP = 'help'

/** Makes a call without a known subcommand a usage error that lists the subcommands. */
export function requireSubcommand(group: Command): Command {
  addHelp(group)
  return group
    .usage('<command> [options]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => rejectCommand(group, group.args[0]))
}

// Commander's own help command prints the whole help for an unknown command.
function addHelp(group: Command): void {
  group
    .helpCommand(false)
    .command(HELP, { hidden: group.parent !== null })
    .argument('[command...]', 'a command, such as: key create')
    .description('show help for a command')
    .option('--json', 'an error is one JSON object')
    .addHelpText('after', formatExample('help key create'))
    .action((names: string[]) => findCommand(group, names).help())
}

function findCommand(group: Command, [name, ...names]: readonly string[]): Command {
  if (name === undefined) return group
  const found = group.commands.find((command) => command.name() === name)
  return found ? findCommand(found, names) : rejectCommand(group, name)
}

function rejectCommand(group: Command, given: string | undefined): never {
  const kind = given?.startsWith('-') ? 'option' : 'command'
  const problem = given === undefined ? 'missing command' : `unknown ${kind} '${given}'`
  const names = group.commands.map((command) => command.name()).filter((name) => name !== HELP)
  const accepted = names.length > 0 ? `; accepted: ${names.join(', ')}` : ''
  return group.error(`error: ${problem}${accepted}`)
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

/** Adapts a parser for an option that can be repeated. */
export function repeatableOptionParser<Value>(parse: (text: string) => Value) {
  const parseOne = optionParser(parse)
  return (text: string, previous: Value[] = []): Value[] => [...previous, parseOne(text)]
}
