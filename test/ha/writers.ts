import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ELSEWHERE, program } from '../serve/process.ts'
import type { Answers } from './answers.ts'
import type { Ledger } from './ledger.ts'
import { type Addresses, movingRecords, type World } from './world.ts'

const PLANT_WRITERS = 2
const PAUSE_MS = 10

/** The answers to writes, by their kind. */
export interface WriteAnswers {
  readonly plants: Answers
  readonly imports: Answers
  readonly revocations: Answers
}

/** Creates plants over HTTP, and imports and revokes keys by commands, until it is stopped. */
export function startWriters(
  url: string,
  addresses: Addresses,
  world: World,
  ledger: Ledger,
  answers: WriteAnswers,
) {
  let isStopping = false
  const repeat = async (work: () => Promise<void>, pauseMs = PAUSE_MS) => {
    while (!isStopping) {
      await work()
      await pause(pauseMs)
    }
  }
  const plants = Array.from({ length: PLANT_WRITERS }, () =>
    repeat(() => createPlant(url, world, ledger, answers.plants)),
  )
  const imports = repeat(() => importOnce(addresses, world, ledger, answers.imports))
  const revocations = repeat(
    () => revokeOne(addresses, world, ledger, answers.revocations),
    REVOKE_PAUSE_MS,
  )
  return async () => {
    isStopping = true
    await Promise.all([...plants, imports, revocations])
  }
}

const REVOKE_PAUSE_MS = 1_000

async function createPlant(url: string, { token }: World, ledger: Ledger, answers: Answers) {
  const id = ledger.nextPlant()
  const sentAt = performance.now()
  const status = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, name: 'Fern' }),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
  answers.add(sentAt, status)
  if (status < 300 && status > 0) ledger.plants.push(id)
  else if (status !== 503) ledger.wrong.push(`POST /plants: ${status}`)
}

async function importOnce(addresses: Addresses, world: World, ledger: Ledger, answers: Answers) {
  const number = ++ledger.begunImport
  const lines = movingRecords(number).map((record) => `${JSON.stringify(record)}\n`)
  const sentAt = performance.now()
  const code = await runCommand(
    addresses,
    ['import', '-', '--client', world.moving],
    lines.join(''),
  )
  answers.add(sentAt, code === 0 ? 200 : 503)
  if (code === 0) ledger.acknowledgeImport(number)
}

async function revokeOne(addresses: Addresses, world: World, ledger: Ledger, answers: Answers) {
  const key = world.revocable.find(({ id }) => !ledger.revoking.has(id))
  if (!key) return
  ledger.revoking.add(key.id)
  const sentAt = performance.now()
  const code = await runCommand(addresses, ['key', 'revoke', key.id], '')
  answers.add(sentAt, code === 0 ? 200 : 503)
  if (code === 0) ledger.revoked.add(key.id)
}

async function runCommand({ owner }: Addresses, args: string[], input: string): Promise<number> {
  const env = { PATH: process.env.PATH, DATABASE_URL: owner }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ELSEWHERE,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // A command that fails does not read its input to the end.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code]: unknown[] = await once(child, 'exit')
  return typeof code === 'number' ? code : -1
}
