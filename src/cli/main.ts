import { CommanderError } from 'commander'
import type { ErrorCode } from '../errors.ts'
import { RELEASE } from '../release.ts'
import { redactSecrets } from '../values/redact-secrets.ts'
import { addBackup, addRestore } from './backup.ts'
import { CliCommand, describeOption, oneLine, toJson } from './command.ts'
import { addCompletion } from './completion.ts'
import { addDoctor } from './doctor.ts'
import { addExplain } from './explain.ts'
import { addImport } from './import.ts'
import { addInvite } from './invite.ts'
import { addMigrate } from './migrate.ts'
import { addPurge } from './purge.ts'
import { Runner } from './runner.ts'
import { addDemo, addServe } from './serve.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const USAGE_CODES: Record<string, ErrorCode> = {
  'commander.unknownOption': 'unknown_parameter',
  'commander.missingArgument': 'missing_parameter',
  'commander.optionMissingArgument': 'missing_parameter',
  'commander.missingMandatoryOptionValue': 'missing_parameter',
}

/**
 * Runs one command line and returns its exit code: 0, 1 if the command failed, 2 for a usage error.
 * Errors print one line on stderr, or one for each invalid environment variable. With `--json`, stdout gets exactly one
 * object, or from `client create-all` one for each client. Help and the version stay text.
 */
export async function run(
  argv: readonly string[],
  terminal: Terminal = openTerminal(process),
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  // This is read before parsing, because it also applies to usage errors.
  const json = argv.includes('--json')
  const runner = new Runner(terminal, json, environment)
  try {
    const program = await createProgram(runner, argv)
    await program.parseAsync(argv, { from: 'user' })
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

type AddPart = (program: CliCommand, argv: readonly string[]) => Promise<void> | void

// The help lists them in this order.
const PARTS: readonly AddPart[] = [
  addServe,
  addMigrate,
  addDemo,
  group('firm', 'estate management firms and their plans', () => import('./firm.ts')),
  group('client', 'clients, the owners of portfolios', () => import('./client.ts')),
  group('member', 'members of a firm', () => import('./member.ts')),
  group('staff', 'platform staff, who can read every portfolio', () => import('./staff.ts')),
  addInvite,
  group('person', 'sign-in of users', () => import('./person.ts')),
  group('key', 'API keys of a firm', () => import('./key.ts')),
  group('grant', 'grants: which keys can read which portfolios', () => import('./grant.ts')),
  group('token', 'access tokens, which act as a user', () => import('./token.ts')),
  addImport,
  addDoctor,
  group(
    'documents',
    'trusted GraphQL documents, which requests name by id',
    () => import('./documents.ts'),
  ),
  addExplain,
  group(
    'request',
    'requests of API keys: what was asked and how it was answered',
    () => import('./request.ts'),
  ),
  group('webhook', 'webhook endpoints of API keys', () => import('./webhook.ts')),
  group(
    'service',
    'service accounts, which read figures of operation',
    () => import('./service.ts'),
  ),
  addBackup,
  addRestore,
  addPurge,
  addCompletion,
]

interface GroupModule {
  readonly COMMANDS: readonly ((group: CliCommand) => void)[]
}

// Loading the module of a group takes long, so it is loaded only if the command line names the group, or needs all.
function group(name: string, description: string, load: () => Promise<GroupModule>): AddPart {
  return async (program, argv) => {
    const added = program.command(name).description(description)
    if (!argv.includes(name) && !argv.includes('completion')) return
    for (const add of (await load()).COMMANDS) add(added)
    added.requireSubcommand().example(added.firstExample)
  }
}

async function createProgram(runner: Runner, argv: readonly string[]): Promise<CliCommand> {
  const program = new CliCommand('orangery', runner)
    .description('Scoped access to client portfolios, and a plant store.')
    .configureHelp({ optionDescription: describeOption })
    .example('demo')
    .version(RELEASE, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: runner.terminal.out, outputError: () => {} })
  for (const add of PARTS) await add(program, argv)
  return program.requireSubcommand()
}

async function describeError(thrown: unknown) {
  if (thrown instanceof CommanderError) {
    const code = USAGE_CODES[thrown.code] ?? 'invalid_parameter'
    return { exitCode: 2, code, messages: [oneLine(thrown.message.replace(/^error: /, ''))] }
  }
  const { toCommandErrors } = await import('./command-error.ts')
  const errors = toCommandErrors(thrown)
  const messages = errors.map(({ message }) => oneLine(message))
  return { exitCode: 1, code: errors[0].code, messages }
}
