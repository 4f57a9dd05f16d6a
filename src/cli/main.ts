import { Command, CommanderError } from 'commander'
import type { ErrorCode } from '../errors.ts'
import { addBackup } from './backup.ts'
import { addClient } from './client.ts'
import { formatExample, requireSubcommand } from './command.ts'
import { oneLine, toJson } from './command-result.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExplain } from './explain.ts'
import { addFirm } from './firm.ts'
import { addGrant } from './grant.ts'
import { addImport } from './import.ts'
import { addInvite } from './invite.ts'
import { addKey } from './key.ts'
import { addMember } from './member.ts'
import { addMigrate } from './migrate.ts'
import { addPerson } from './person.ts'
import { addRestore } from './restore.ts'
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
 * Runs one command line and returns its exit code: 0, 1 if the command failed, 2 for a usage error.
 * Errors print one line on stderr. With `--json`, stdout gets exactly one object in every case.
 */
export async function run(
  argv: readonly string[],
  terminal: Terminal = openTerminal(process),
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  // Read before parsing, because usage errors respect it too.
  const json = argv.includes('--json')
  const runner = new Runner(terminal, json, environment)
  try {
    await createProgram(runner).parseAsync(argv, { from: 'user' })
    return runner.exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0
    const { exitCode, ...error } = await describeError(thrown)
    terminal.err(`error: ${error.message}\n`)
    if (json) terminal.out(`${toJson({ error })}\n`)
    return exitCode
  }
}

function createProgram(runner: Runner): Command {
  const program = new Command('orangery')
    .description('Scoped access to client portfolios, and a plant store.')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', formatExample('demo'))
    .exitOverride()
    .configureOutput({ writeOut: runner.terminal.out, outputError: () => {} })
  for (const add of [addServe, addMigrate, addDemo, addFirm, addClient, addMember, addStaff]) {
    add(program, runner)
  }
  for (const add of [addInvite, addPerson, addKey, addGrant, addToken, addImport, addDoctor]) {
    add(program, runner)
  }
  for (const add of [addExplain, addBackup, addRestore]) add(program, runner)
  return requireSubcommand(program)
}

async function describeError(thrown: unknown) {
  if (thrown instanceof CommanderError) {
    const code = USAGE_CODES[thrown.code] ?? 'invalid_parameter'
    return { exitCode: 2, code, message: oneLine(thrown.message.replace(/^error: /, '')) }
  }
  const { toCommandError } = await import('./command-error.ts')
  const { code, message } = toCommandError(thrown)
  return { exitCode: 1, code, message: oneLine(message) }
}
