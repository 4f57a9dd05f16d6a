import { setTimeout as pause } from 'node:timers/promises'
import { headersOf } from '../support/gateway.ts'
import type { Answers } from './answers.ts'
import type { Ledger } from './ledger.ts'
import { marketValueOf, type World } from './world.ts'

/** The fault of an answer; undefined if it is right. */
type Check = (status: number, text: string) => string | undefined

/** A kind of request. `begin` notes what is true when one is sent. */
interface Reading {
  readonly path: string
  readonly key: string
  readonly begin: () => Check
}

const READERS = 6
const PAUSE_MS = 15
const UNAVAILABLE = 503
const UNAUTHORIZED = 401
const TOO_MANY = 429

/** Reads until it is stopped. Every answer has to be a correct one, or 503. */
export async function startReaders(url: string, world: World, ledger: Ledger, answers: Answers) {
  const fixed = await fixedReadings(url, world)
  const moving = await movingReading(url, world, ledger)
  const kinds = [...fixed, moving, moving]
  let isStopping = false
  const run = async (number: number) => {
    for (let turn = number; !isStopping; turn++) {
      const revocable = revocableReading(world, ledger, turn)
      const reading = turn % 4 === 0 ? revocable : kinds[turn % kinds.length]
      if (reading) await readOnce(url, reading, ledger, answers)
      await pause(PAUSE_MS)
    }
  }
  const running = Array.from({ length: READERS }, (_, number) => run(number))
  return async () => {
    isStopping = true
    await Promise.all(running)
  }
}

async function readOnce(url: string, reading: Reading, ledger: Ledger, answers: Answers) {
  const check = reading.begin()
  const sentAt = performance.now()
  const { status, text } = await ask(url, reading).catch((error) => ({
    status: 0,
    text: String(error),
  }))
  answers.add(sentAt, isRefusal(status) ? 200 : status)
  const fault = status === UNAVAILABLE ? undefined : check(status, text)
  if (fault !== undefined) ledger.wrong.push(`${reading.path}: ${fault}`)
}

// A revoked key gets a good answer in 401, and in 429 after a hundred of them in a minute.
function isRefusal(status: number): boolean {
  return status === UNAUTHORIZED || status === TOO_MANY
}

async function ask(url: string, { path, key }: Pick<Reading, 'path' | 'key'>) {
  const answer = await fetch(url + path, { headers: headersOf(key) })
  return { status: answer.status, text: await answer.text() }
}

async function fixedReadings(url: string, { still, key }: World): Promise<Reading[]> {
  const paths = [
    `/api/v1/assets?client_id=${still}`,
    `/api/v1/assets?client_id=${still}&page=2&include=valuations`,
    `/api/v1/portfolio/summary?client_id=${still}`,
  ]
  const readings = paths.map(async (path) => {
    const { text: expected } = await ask(url, { path, key })
    const check: Check = (status, text) =>
      status === 200 && text === expected ? undefined : `${status} ${text.slice(0, 300)}`
    return { path, key, begin: () => check }
  })
  return Promise.all(readings)
}

/** All assets of one import, of none older than what was known when the request was sent. */
async function movingReading(url: string, world: World, ledger: Ledger): Promise<Reading> {
  const path = `/api/v1/assets?client_id=${world.moving}`
  const { key } = world
  const withoutValues = (text: string, value: string) =>
    text.replaceAll(value, 'VALUE').replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, 'INSTANT')
  const expected = withoutValues((await ask(url, { path, key })).text, marketValueOf(1))
  const begin = () => {
    const oldest = ledger.knownImport
    return (status: number, text: string) => {
      const number = Number(/"7(\d{5})\.25"/.exec(text)?.[1])
      if (status !== 200 || withoutValues(text, marketValueOf(number)) !== expected)
        return `${status} ${text.slice(0, 300)}`
      if (number < oldest || number > ledger.begunImport)
        return `shows import ${number} after ${oldest}`
      ledger.showImport(number)
      return undefined
    }
  }
  return { path, key, begin }
}

/** A key that may be revoked: from the acknowledgement on it is never served. */
function revocableReading({ still, revocable }: World, ledger: Ledger, turn: number): Reading {
  const { id, secret: key } = revocable[turn % revocable.length] ?? { id: '', secret: '' }
  const begin = () => {
    const isRevoked = ledger.revoked.has(id)
    return (status: number, text: string) => {
      if (status === 200 && !isRevoked) return undefined
      if (isRefusal(status) && ledger.revoking.has(id)) return undefined
      return `${status} for a key that ${isRevoked ? 'is' : 'is not'} revoked: ${text.slice(0, 200)}`
    }
  }
  return { path: `/api/v1/assets?client_id=${still}&page_size=2`, key, begin }
}
