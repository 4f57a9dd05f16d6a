import { type Command, InvalidArgumentError } from 'commander'
import { GatewayError } from '../errors.ts'

/** What one command is called, does, and looks like in use. */
export interface Description {
  readonly does: string
  readonly example: string
}

/** A command under its parent, with what every command has. The signature is as in `revoke <id>`. */
export function addCommand(parent: Command, signature: string, { does, example }: Description) {
  return parent
    .command(signature)
    .allowExcessArguments(false)
    .description(does)
    .option('--json', 'print exactly one JSON object')
    .addHelpText('after', showExample(example))
}

export function showExample(example: string): string {
  return `\nExample:\n  $ orangery ${example}`
}

/** A noun, whose verbs are added to it. */
export function addNoun(program: Command, noun: string, { does, example }: Description): Command {
  const group = program.command(noun).description(does).addHelpText('after', showExample(example))
  return requireSubcommand(group)
}

/** Makes a command that is named without one of its own a wrong use that lists them. */
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

/** A rule for a value as an option takes it: what the rule says of a bad one follows the option's name. */
export function accept<Value>(rule: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return rule(text)
    } catch (thrown) {
      if (thrown instanceof GatewayError) throw new InvalidArgumentError(thrown.message)
      throw thrown
    }
  }
}

/** The same for an option that may be given several times. */
export function acceptEach<Value>(rule: (text: string) => Value) {
  const acceptOne = accept(rule)
  return (text: string, before: Value[] = []): Value[] => [...before, acceptOne(text)]
}
