import { spawn } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Fault, startFaultyProxy } from '../guide/faulty-proxy.ts'
import { assets } from '../rest/records.ts'
import { read } from '../rest/walk.ts'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, tokenOf } from '../support/portfolio.ts'
import { type Installed, installNpm, installWheel, NPM_FILE, WHEEL_FILE } from './packages.ts'
import { webhookCases } from './webhook-cases.ts'

/** A fault of the list: one of the proxy's, or an answer. */
type ListedFault = 'reset' | 'cut' | 'late' | null | ListedAnswer

interface ListedAnswer {
  readonly status: number
  readonly retryAfter?: string
  readonly code?: string
  readonly request_id?: string
  readonly link?: string
  readonly location?: string
  readonly body?: string
}

interface Scenario {
  readonly name: string
  readonly call: string
  /** The texts that are given as the key, one after another; `<key>` stands for the key itself. */
  readonly keys?: readonly string[]
  /** The path that is given after the address of the gateway. */
  readonly path?: string
  readonly arguments?: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, number>>
  readonly faults?: readonly ListedFault[]
  readonly foreignLinks?: boolean
  readonly removesDuringWalk?: boolean
  readonly changesAfterSeconds?: number
  readonly expect: Readonly<Record<string, unknown>>
}

const FOLDER = 'test/installable-clients'
const SCENARIOS: readonly Scenario[] = JSON.parse(readFileSync(`${FOLDER}/scenarios.json`, 'utf8'))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const ASSETS = 5
const gateway = testGateway()
const { database, serving } = gateway
const installed: Record<string, Installed> = {}

beforeAll(async () => {
  const url = gateway.url()
  const folder = await installNpm(`${url}/clients/${NPM_FILE}`)
  const driver = join(folder, 'driver.mjs')
  copyFileSync(`${FOLDER}/driver.mjs`, driver)
  installed.TypeScript = { command: [process.execPath, driver], env: {} }
  const wheel = await installWheel(`${url}/clients/${WHEEL_FILE}`, `dist/clients/${WHEEL_FILE}`)
  installed.Python = { ...wheel, command: [...wheel.command, resolve(FOLDER, 'driver.py')] }
})

async function newReader(): Promise<Reader> {
  const clientId = await clientWith(database, assets(ASSETS))
  const { secret } = await readerOf(database, clientId)
  // The grant itself comes before every cursor that the package takes.
  await reportChanges(serving)
  return { client_id: clientId, key: secret, token: await tokenOf(database, clientId) }
}

interface Reader {
  readonly client_id: string
  readonly key: string
  /** An access token of the client, who has no plants. */
  readonly token: string
}

interface Outcome {
  readonly result: Record<string, unknown> & { readonly ids?: readonly string[] }
  readonly seen: readonly { readonly at: number; readonly agent: string }[]
  readonly removed: string | undefined
}

/** Runs a scenario with one package, through a proxy that injects its faults. */
async function runScenario(language: string, scenario: Scenario, reader: Reader, given: string) {
  const seen: { at: number; agent: string }[] = []
  let removed: string | undefined
  const faultOf = async (number: number, target: string, request: IncomingMessage) => {
    seen.push({ at: performance.now(), agent: request.headers['user-agent'] ?? '' })
    if (scenario.removesDuringWalk && number === 1) removed = await removeFirst(reader)
    if (scenario.foreignLinks) return withForeignLink(target, reader)
    return faultFrom(scenario.faults?.[number] ?? null)
  }
  const proxy = await startFaultyProxy(gateway.url(), faultOf)
  const key = given.replaceAll('<key>', reader.key)
  const call = { ...scenario, ...reader, key, url: proxy.url + (scenario.path ?? '') }
  const { changesAfterSeconds } = scenario
  const onListening = async () => {
    await new Promise((done) => setTimeout(done, 1000 * (changesAfterSeconds ?? 0)))
    await importRecords(database, reader.client_id, assets(ASSETS, { description: 'changed' }))
    await reportChanges(serving)
  }
  const result = await runDriver(language, call, onListening)
  proxy.close()
  const outcome: Outcome = { result, seen, removed }
  return outcome
}

async function runDriver(language: string, call: object, onListening = async () => {}) {
  const { command, env } = installed[language] ?? { command: [''], env: {} }
  const [program = '', ...args] = command
  const { PATH, HOME } = process.env
  const child = spawn(program, [...args, JSON.stringify(call)], { env: { PATH, HOME, ...env } })
  let [out, err] = ['', '']
  let listening = Promise.resolve()
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
    if (err.includes('listening')) listening = onListening()
  })
  await new Promise((done) => child.on('close', done))
  await listening
  // The output of a program never has a credential.
  expect(out + err).not.toMatch(/sk_live_|token_/)
  expect(err.replace('listening\n', '')).toBe('')
  return JSON.parse(out)
}

async function removeFirst({ client_id, key }: Reader): Promise<string> {
  const { data } = await read(gateway, `/api/v1/assets?client_id=${client_id}`, key)
  const [{ registry_id }] = data
  const where = { registryId: registry_id }
  const { ref } = await database.prisma.asset.findFirstOrThrow({ where, select: { ref: true } })
  await importRecords(database, client_id, [{ type: 'removal', asset: ref }])
  return registry_id
}

/** The answer of the gateway, with a link that leads to another host. Nothing listens there. */
async function withForeignLink(target: string, { key }: Reader): Promise<Answer> {
  const { status, text } = await gateway.request(target, { key })
  const body = text.replaceAll('"next":"', '"next":"http://127.0.0.1:9')
  return { status, headers: { 'Content-Type': 'application/json' }, body }
}

function faultFrom(listed: ListedFault): Fault | undefined {
  if (listed === null || typeof listed === 'string') return listed ?? undefined
  const { status, retryAfter, code, request_id = 'request_x', link, location, body } = listed
  const error = { type: 'api_error', code, message: 'As the test says.', request_id }
  const headers = {
    ...(retryAfter && { 'Retry-After': retryAfter }),
    ...(link && { Link: link }),
    ...(location && { Location: location }),
  }
  return { status, headers, body: body ?? JSON.stringify({ error }) }
}

describe.each(['TypeScript', 'Python'])('the package for %s', (language) => {
  const given = SCENARIOS.flatMap(({ keys = ['<key>'], ...scenario }) =>
    keys.map((key) => [scenario.name, { ...scenario, key }] as const),
  )
  test.each(given)('%s', async (_name, { key, ...scenario }) => {
    const reader = await newReader()
    const { result, seen, removed } = await runScenario(language, scenario, reader, key)
    const { count, requests, atLeastRequests, waits, hasAllOthers, error, ...others } =
      scenario.expect
    expect(result).toMatchObject({ ...others, ...(error !== undefined && { error }) })
    if (error === undefined) expect(result).not.toHaveProperty('error')
    if (count) expect(new Set(result.ids).size).toBe(count)
    if (requests !== undefined) expect(seen).toHaveLength(Number(requests))
    if (atLeastRequests) expect(seen.length).toBeGreaterThanOrEqual(Number(atLeastRequests))
    // Between the request that was refused and the next one. A timer may end a little early.
    if (waits) expect((seen[2]?.at ?? 0) - (seen[1]?.at ?? 0)).toBeGreaterThan(1000 * Number(waits))
    if (hasAllOthers) await expectAllOthers(reader, result.ids ?? [], removed)
    const agents = [...new Set(seen.map(({ agent }) => agent))]
    const named = `orangery-client-${language.toLowerCase()}/${version} `
    if (seen.length > 0) expect(agents).toEqual([expect.stringContaining(named)])
  })

  test('proves a list by its digest', async () => {
    const reader = await newReader()
    const { client_id, key } = reader
    const call = { call: 'assets', ...reader, url: gateway.url() }
    const { digest } = await runDriver(language, call)
    const summary = await read(gateway, `/api/v1/portfolio/summary?client_id=${client_id}`, key)
    expect(digest).toBe(summary.data.digest)
  })

  test('checks webhooks as the library of Standard Webhooks signs them', async () => {
    const cases = webhookCases()
    const call = { call: 'webhooks', client_id: '', url: gateway.url(), key: 'key', token: 'token' }
    const checked = cases.map(({ expected: _, ...each }) => each)
    const results = await runDriver(language, { ...call, arguments: { cases: checked } })
    expect(results).toEqual(cases.map(({ expected }) => expected))
  })
})

async function expectAllOthers(
  { client_id, key }: Reader,
  ids: readonly string[],
  removed?: string,
) {
  const { data } = await read(gateway, `/api/v1/assets?client_id=${client_id}`, key)
  const left = data.map(({ registry_id }: { registry_id: string }) => registry_id)
  expect(left).toHaveLength(ASSETS - 1)
  expect(ids).toEqual([removed, ...left])
}
