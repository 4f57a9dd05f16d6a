import { Command, CommanderError } from 'commander'
import type { ErrorCode } from '../errors.ts'
import { addClient } from './client.ts'
import { requireSubcommand, showExample } from './command.ts'
import { oneLine, toJson } from './command-result.ts'
import { addDemo } from './demo.ts'
import { addFirm } from './firm.ts'
import { addGrant } from './grant.ts'
import { addImport } from './import.ts'
import { addInvite } from './invite.ts'
import { addKey } from './key.ts'
import { addMember } from './member.ts'
import { addMigrate } from './migrate.ts'
import { addPerson } from './person.ts'
import { Runner } from './runner.ts'
import { addServe } from './serve.ts'
import { addStaff } from './staff.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { addToken } from './token.ts'

const USAGE_CODES: Record<string, ErrorCode> = {
  'commander.unknownOption': 'unknown_parameter',
  'commander.missingArgument': 'missing_parameter',
  'commander.optionMissingArgument': 'missing_parameter',
  'commander.missingMandatoryOptionValue': 'missing_parameter',
}

/**
 * Runs one command line and answers its exit code: 0, 1 for a failure, 2 for a wrong use. Both say
 * one line on the second stream; with `--json`, stdout has exactly one object in every case.
 */
export async function run(
  argv: readonly string[],
  terminal: Terminal = openTerminal(process),
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  // Read before parsing, since a wrong use has to know it too.
  const json = argv.includes('--json')
  const runner = new Runner(terminal, json, environment)
  try {
    await createProgram(runner).parseAsync(argv, { from: 'user' })
    return runner.exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0
    const { exitCode, ...error } = await explain(thrown)
    terminal.err(`error: ${error.message}\n`)
    if (json) terminal.out(`${toJson({ error })}\n`)
    return exitCode
  }
}

function createProgram(runner: Runner): Command {
  const program = new Command('orangery')
    .description('Scoped access to client portfolios, and a plant store.')
    .helpCommand('help [command]', 'show what a command takes')
    .addHelpText('after', showExample('demo'))
    .exitOverride()
    .configureOutput({ writeOut: runner.terminal.out, outputError: () => {} })
  for (const add of [addServe, addMigrate, addDemo, addFirm, addClient, addMember, addStaff]) {
    add(program, runner)
  }
  for (const add of [addInvite, addPerson, addKey, addGrant, addToken, addImport])
    add(program, runner)
  return requireSubcommand(program)
}

async function explain(thrown: unknown) {
  if (thrown instanceof CommanderError) {
    const code = USAGE_CODES[thrown.code] ?? 'invalid_parameter'
    return { exitCode: 2, code, message: oneLine(thrown.message.replace(/^error: /, '')) }
  }
  const { explainFailure } = await import('./failure.ts')
  const { code, message } = explainFailure(thrown)
  return { exitCode: 1, code, message: oneLine(message) }
}
