import { Command, CommanderError } from 'commander'
import type { ErrorCode } from '../errors.ts'
import { RELEASE } from '../release.ts'
import { redactSecrets } from '../values/redact-secrets.ts'
import { addBackup } from './backup.ts'
import { addClient } from './client.ts'
import { describeOption, formatExample, requireSubcommand } from './command.ts'
import { oneLine, toJson } from './command-result.ts'
import { addCompletion } from './completion.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addDocuments } from './documents.ts'
import { addExplain } from './explain.ts'
import { addFirm } from './firm.ts'
import { addGrant } from './grant.ts'
import { addImport } from './import.ts'
import { addInvite } from './invite.ts'
import { addKey } from './key.ts'
import { addMember } from './member.ts'
import { addMigrate } from './migrate.ts'
import { addPerson } from './person.ts'
import { addPurge } from './purge.ts'
import { addRequest } from './request.ts'
import { addRestore } from './restore.ts'
import { Runner } from './runner.ts'
import { addServe } from './serve.ts'
import { addService } from './service.ts'
import { addStaff } from './staff.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { addToken } from './token.ts'
import { addWebhook } from './webhook.ts'

const USAGE_CODES: Record<string, ErrorCode> = {
  'commander.unknownOption': 'unknown_parameter',
  'commander.missingArgument': 'missing_parameter',
  'commander.optionMissingArgument': 'missing_parameter',
  'commander.missingMandatoryOptionValue': 'missing_parameter',
}

/**
 * Runs one command line and returns its exit code: 0, 1 if the command failed, 2 for a usage error.
 * Errors print one line on stderr, or one for each invalid environment variable. With `--json`, stdout always gets
 * exactly one object.
 */
export async function run(
  argv: readonly string[],
  terminal: Terminal = openTerminal(process),
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  // Read before parsing, because it also applies to usage errors.
  const json = argv.includes('--json')
  const runner = new Runner(terminal, json, environment)
  try {
    await createProgram(runner).parseAsync(argv, { from: 'user' })
    return runner.exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0
    const described = await describeError(thrown)
    const { exitCode, code } = described
    // A message about a wrong argument quotes it, and an argument may be a secret in the wrong place.
    const messages = described.messages.map(redactSecrets)
    terminal.err(messages.map((message) => `error: ${message}\n`).join(''))
    if (json) terminal.out(`${toJson({ error: { code, message: messages.join('; ') } })}\n`)
    return exitCode
  }
}

function createProgram(runner: Runner): Command {
  const program = new Command('orangery')
    .description('Scoped access to client portfolios, and a plant store.')
    .configureHelp({ optionDescription: describeOption })
    .addHelpText('after', formatExample('demo'))
    .version(RELEASE, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: runner.terminal.out, outputError: () => {} })
  for (const add of [addServe, addMigrate, addDemo, addFirm, addClient, addMember, addStaff]) {
    add(program, runner)
  }
  for (const add of [
    addInvite,
    addPerson,
    addKey,
    addGrant,
    addToken,
    addImport,
    addDoctor,
    addDocuments,
  ]) {
    add(program, runner)
  }
  for (const add of [
    addExplain,
    addRequest,
    addWebhook,
    addService,
    addBackup,
    addRestore,
    addPurge,
    addCompletion,
  ])
    add(program, runner)
  return requireSubcommand(program)
}

async function describeError(thrown: unknown) {
  if (thrown instanceof CommanderError) {
    const code = USAGE_CODES[thrown.code] ?? 'invalid_parameter'
    return { exitCode: 2, code, messages: [oneLine(thrown.message.replace(/^error: /, ''))] }
  }
  const { toCommandErrors } = await import('./command-error.ts')
  const [error, ...others] = toCommandErrors(thrown)
  const messages = [error, ...others].map(({ message }) => oneLine(message))
  return { exitCode: 1, code: error.code, messages }
}
