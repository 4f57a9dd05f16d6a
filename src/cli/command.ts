import { type Command, InvalidArgumentError } from 'commander'
import { GatewayError } from '../errors.ts'

/** The help texts of a command. */
export interface CommandHelp {
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

/** Makes a call without a known subcommand a usage error that lists the subcommands. */
export function requireSubcommand(group: Command): Command {
  return group
    .usage('<command> [options]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      const [given] = group.args
      const kind = given?.startsWith('-') ? 'option' : 'command'
      const problem = given === undefined ? 'missing command' : `unknown ${kind} '${given}'`
      const accepted = group.commands.map((command) => command.name()).join(', ')
      group.error(`error: ${problem}; accepted: ${accepted}`)
    })
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
