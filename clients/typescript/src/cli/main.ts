#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { OrangeryError } from '../errors.ts'
import { VERSION } from '../version.ts'
import { UsageError } from './environment.ts'
import { listen } from './listen.ts'
import { printMirror } from './print-mirror.ts'
import { sync } from './sync.ts'
import { verify } from './verify.ts'

const USAGE = `orangery-client ${VERSION}

  orangery-client sync FOLDER [--once | --changes]
      Keeps a mirror of every portfolio that the key may read: one JSON file for each client. It reads all clients, then
      follows the changes. --once reads all clients and ends; --changes applies what has changed and ends.
  orangery-client listen --forward-to ADDRESS
      Sends the changes of the key to a receiver on this machine, as the gateway sends webhooks, and prints the secret
      that signs them. With WEBHOOK_SECRET in the environment it signs with that one.
  orangery-client mirror
      Syncs once into the folder ORANGERY_STATE and prints each asset as a line of JSON.
  orangery-client verify --mirror COMMAND [--scenario NAME]… [--seed NUMBER] [--timeout SECONDS] [--json]
      Runs your own mirror through the scenarios of the kit, with a sandbox key, and says what it lost.

The environment names the gateway: ORANGERY_URL and ORANGERY_KEY.`

const options = {
  once: { type: 'boolean' },
  changes: { type: 'boolean' },
  'forward-to': { type: 'string' },
  mirror: { type: 'string' },
  scenario: { type: 'string', multiple: true },
  seed: { type: 'string' },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Runs the command. Gives the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = readArguments()
  const [command, folder, ...others] = positionals
  if (values.version) return say(VERSION)
  if (values.help || command === undefined || command === 'help') return say(USAGE)
  if (command === 'sync' && folder !== undefined && others.length === 0) {
    const { once, changes } = values
    return codeOf(await sync(folder, once ? 'once' : changes ? 'changes' : 'follow'))
  }
  if (command === 'listen' && folder === undefined) {
    await listen(values['forward-to'])
    return 0
  }
  if (command === 'mirror' && folder === undefined) return codeOf(await printMirror())
  if (command === 'verify' && folder === undefined) return await verify(values)
  throw new UsageError('Unknown arguments. See: npx --no -- orangery-client --help')
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const codeOf = (succeeded: boolean) => (succeeded ? 0 : 1)

function say(text: string): number {
  console.log(text)
  return 0
}

// Only the owner may read the data of clients.
process.umask(0o077)
try {
  process.exitCode = await run()
} catch (error) {
  const isUsage = error instanceof UsageError
  if (!isUsage && !(error instanceof OrangeryError)) throw error
  console.error(error.message)
  process.exitCode = isUsage ? 2 : 1
}
