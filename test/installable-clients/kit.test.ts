import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coin } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, readerOf } from '../support/portfolio.ts'
import { npmProgram, PACKAGES } from './packages.ts'
import { FIRST_STATE, startSandboxProxy } from './sandbox-proxy.ts'

const gateway = testGateway()
const { database } = gateway
const MIRROR = resolve('test/installable-clients/mirror.js')
let [url, key] = ['', '']
let close = () => {}

// The key has another client as well, whom it walks first.
const OTHER_ASSETS = ['h', 'i', 'j'].map((ref) => coin(ref))

beforeAll(async () => {
  const otherId = await clientWith(database, OTHER_ASSETS)
  const clientId = await clientWith(database, FIRST_STATE)
  const { id, secret } = await readerOf(database, otherId)
  await database.prisma.apiKey.updateMany({ where: { id }, data: { tier: 'enterprise' } })
  await grantWith(database, id, clientId)
  key = secret
  const on = { database, clientId, keyId: id }
  ;({ url, close } = await startSandboxProxy(gateway.url(), on))
})
afterAll(() => close())

interface Verified {
  readonly code: number
  readonly err: string
  readonly passed: boolean
  readonly scenarios: readonly { readonly name: string; readonly findings: readonly string[] }[]
}

/** The report of the kit on a mirror program at a gateway: by default, one that takes the key for a sandbox key. */
function verify(
  command: string,
  scenarios: readonly string[] = [],
  gatewayUrl = url,
): Promise<Verified> {
  const chosen = scenarios.flatMap((name) => ['--scenario', name])
  const args = [npmProgram(), 'verify', '--json', '--mirror', command, ...chosen]
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ORANGERY_URL: gatewayUrl, ORANGERY_KEY: key }
  return new Promise((done) => {
    execFile(process.execPath, args, { env }, (error, out, err) => {
      const report = out === '' ? {} : JSON.parse(out)
      done({ code: error ? Number(error.code) : 0, err, ...report })
    })
  })
}

const mirror = (flaw = '') => `'${process.execPath}' '${MIRROR}' ${flaw}`

const FLAWS: readonly (readonly [flaw: string, scenario: string, words: RegExp])[] = [
  ['drops-removals', 'asset_removed', /^keeps 1 asset that the gateway no longer shows: ORY-/],
  ['keeps-narrowed', 'grant_narrowed', /^keeps 3 assets that the gateway no longer shows: ORY-/],
  ['page-numbers', 'removal_during_walk', /^lacks 1 asset: ORY-/],
  ['loses-cursor', 'cursor_refused', /^lacks 5 assets: ORY-/],
  ['ignores-complete', 'incomplete_delta', /^keeps 1 asset that the gateway no longer shows: ORY-/],
  ['off-by-a-millisecond', 'asset_changes', /^sends updated_since=\S+, which is no as_of of a fin/],
  ['swallows-429', 'rate_limited', /^does not repeat \/api\/v1\/assets after a 429$/],
  ['out-of-order', 'return_during_walk', /^lacks 1 asset: ORY-/],
]

// Seen in every walk of several pages, also where nothing is lost by it.
const SEEN_ALWAYS: Readonly<Record<string, readonly string[]>> = {
  'page-numbers': ['asks for a page by its number: pages are found by links.next'],
}

describe.each(FLAWS)('a mirror that %s', (flaw, scenario, words) => {
  test(`fails ${scenario}, and loses nothing without changes`, async () => {
    const { code, passed, scenarios } = await verify(mirror(flaw), ['first_walk', scenario])
    expect([code, passed]).toEqual([1, false])
    expect(scenarios.map(({ name }) => name)).toEqual(['first_walk', scenario])
    expect(scenarios[0]?.findings).toEqual(SEEN_ALWAYS[flaw] ?? [])
    expect(scenarios[1]?.findings).toContainEqual(expect.stringMatching(words))
  })

  test(`passes ${scenario} without the flaw`, async () => {
    expect(await verify(mirror(), [scenario])).toMatchObject({ code: 0, passed: true })
  })
})

test.each([
  'grant_narrowed',
  'grant_widened',
])('a mirror that ignores-complete fails %s as well', async (scenario) => {
  expect(await verify(mirror('ignores-complete'), [scenario])).toMatchObject({ passed: false })
})

test('members that a narrowed grant hides are named', async () => {
  const { scenarios } = await verify(mirror('keeps-narrowed'), ['grant_narrowed'])
  const words = /^keeps members that the grant no longer shows \(.*detail.*\): ORY-/
  expect(scenarios[0]?.findings).toContainEqual(expect.stringMatching(words))
})

test.each(PACKAGES)('$name passes all scenarios', async ({ command }) => {
  const [program, ...args] = command()
  const parts = [program, ...args.slice(0, -1), 'mirror'].map((part) => `'${part}'`)
  const { code, scenarios } = await verify(parts.join(' '))
  expect(scenarios.filter(({ findings }) => findings.length > 0)).toEqual([])
  expect([code, scenarios.length]).toEqual([0, 18])
}, 1_800_000)

test('a program that fails, prints other lines or hangs is told so, without the key', async () => {
  const said = async (command: string, ...options: string[]) =>
    (await verify(command, ['first_walk', ...options])).scenarios[0]?.findings
  expect(await said('echo "$ORANGERY_KEY is no key" >&2; exit 3')).toEqual([
    'ends with code 3: … is no key',
    expect.stringMatching(/^lacks 10 assets/),
  ])
  expect(await said('echo assets')).toContain(
    'prints a line that is no JSON object with registry_id and updated_at',
  )
})

test('unknown scenarios and options are refused before anything runs', async () => {
  const unknown = await verify('false', ['no_such_scenario'])
  expect(unknown.code).toBe(2)
  expect(unknown.err).toMatch(/^--scenario takes one of first_walk, .*; not no_such_scenario\.\n$/)
})

test('a production key is refused before the mirror starts, with an exit code of its own', async () => {
  const { code, err, scenarios } = await verify(mirror(), ['first_walk'], gateway.url())
  const said =
    'This is a production key. The kit changes data, so it takes a sandbox key: sk_test_….\n'
  expect([code, err, scenarios]).toEqual([3, said, undefined])
})

test('a gateway that does not answer has that exit code, too', async () => {
  const { code, err } = await verify(mirror(), ['first_walk'], 'http://127.0.0.1:9')
  expect([code, err]).toEqual([3, 'The gateway does not answer: http://127.0.0.1:9/graphql.\n'])
})
