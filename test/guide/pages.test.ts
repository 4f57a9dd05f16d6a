import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../src/errors.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { RECORDED_ERRORS } from '../../src/rest/generated/recorded-errors.ts'
import { connectionOf } from '../graphql/portal/connections.fixtures.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { newMirrorFolder } from './samples.ts'

const GUIDE = join(import.meta.dirname, '../../docs/guide')
const gateway = testGateway()
const { database } = gateway
const environment: Record<string, string> = {}

const asset = (ref: string, title: string, category: string) => ({
  ...{ type: 'asset', ref, title, category },
})
const valuation = (value: string, source: string, valued_at: string) => ({
  ...{ type: 'valuation', asset: 'watch', value, source, valued_at },
})
const document = (asset: string, document_type: string, title: string) => ({
  ...{ type: 'document', asset, ref: title, document_type, title },
})
const PORTFOLIO = [
  { ...asset('watch', 'Wrist watch', 'watches'), category_detail: { brand: 'Maker', year: 1968 } },
  valuation('900', 'purchase', '2025-06-01'),
  valuation('1250', 'appraisal', '2026-03-01'),
  document('watch', 'invoice', 'Invoice'),
  { ...asset('coin', 'Sovereign', 'coins'), market_value: '600' },
  { ...document('coin', 'insurance_policy', 'Policy'), expires_on: '2031-05-01' },
  asset('print', 'Harbour at dusk', 'art'),
]

beforeAll(async () => {
  const clientId = await clientWith(database, PORTFOLIO)
  const { id, secret } = await keyWith(database)
  const sandbox = await keyWith(database, { environment: 'sandbox' })
  const connection = await connected(id, clientId)
  const { id: grantId } = await grantWith(database, id, await clientWith(database, []))
  await revokeGrant(operator(database.prisma), { grantId })
  Object.assign(environment, {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ORANGERY_URL: gateway.url(),
    ORANGERY_KEY: secret,
    SANDBOX_KEY: sandbox.secret,
    CLIENT: clientId,
    CONNECTION: connection,
  })
})

/** The id of the connection by which the client has given the key a grant. */
async function connected(keyId: string, clientId: string): Promise<string> {
  const { prisma } = database
  const reference = 'customer-1042'
  const people = { requestingKeyId: keyId, adminId: clientId, clientId }
  const ask = { scopes: ['registry'], singleUse: true, reference } as const
  const connectionId = await connectionOf(gateway, people, 'approved', ask)
  const { linkId } = await prisma.linkVisit.findFirstOrThrow({ where: { connectionId } })
  const { id: grantId } = await grantWith(database, keyId, clientId)
  await prisma.grant.updateMany({ where: { id: grantId }, data: { reference } })
  const agreed = { sentence: 'As agreed', firmSentence: 'As agreed', language: 'en', digest: 'd' }
  await prisma.consent.create({
    data: { clientId, grantId, version: 1, linkId, ...agreed, at: new Date() },
  })
  return connectionId
}

interface Block {
  readonly kind: string
  readonly text: string
}

function blocksOf(page: string): Block[] {
  const fences = readFileSync(join(GUIDE, page), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...fences].map(([, kind = '', text = '']) => ({ kind, text }))
}

async function runCommands(page: string): Promise<string[]> {
  const [define] = blocksOf('first-request.md')
  const commands = blocksOf(page).filter(({ kind }) => kind === 'sh')
  const script = [define, ...commands].map((block) => `${block?.text}printf '\\036'`).join('\n')
  const options = { env: environment, cwd: newMirrorFolder() }
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], options)
  return stdout.split('\x1e').slice(1, -1)
}

const pages = readdirSync(GUIDE).filter((name) => name.endsWith('.md'))
const withCommands = pages.filter((page) => blocksOf(page).length > 0)

describe.each(withCommands)('%s', (page) => {
  test('prints what it shows', async (context) => {
    for (const program of ['curl', 'python3'])
      context.skip(spawnSync(program, ['-V']).status !== 0, `${program} is missing`)
    const outputs = await runCommands(page)
    const blocks = blocksOf(page)
    let output: string | undefined
    for (const { kind, text } of blocks) {
      if (kind === 'sh') output = outputs.shift()
      else if (kind === 'json') expectShown(JSON.parse(output ?? ''), JSON.parse(text), page)
      else expectLines(output ?? '', text)
    }
    expect(blocks.some(({ kind }) => kind !== 'sh')).toBe(true)
  })
})

/** The body has at least what the page shows of it. `…` in a text stands for anything. */
function expectShown(actual: unknown, shown: unknown, path: string): void {
  if (typeof shown === 'string' && shown.includes('…')) expect(actual, path).toMatch(pattern(shown))
  else if (typeof shown !== 'object' || shown === null) expect(actual, path).toBe(shown)
  else {
    expect(actual, path).toBeTypeOf('object')
    if (Array.isArray(shown) && shown.length === 0) expect(actual, path).toEqual([])
    for (const [name, value] of Object.entries(shown))
      expectShown(Reflect.get(Object(actual), name), value, `${path} ${name}`)
  }
}

function expectLines(output: string, shown: string): void {
  const lines = output.split(/\r?\n/)
  for (const line of shown.trim().split('\n'))
    expect(lines).toContainEqual(expect.stringMatching(pattern(line)))
}

function pattern(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

test('the pages name error codes that exist', () => {
  const known = new Set<string>(ERROR_CODES)
  const rows = readFileSync(join(GUIDE, 'errors.md'), 'utf8').matchAll(/^\| [\d ]+\| (.*?) \|/gm)
  const named = [...rows]
    .flatMap(([, cell = '']) => cell.split(' '))
    .map((each) => each.slice(1, -1))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((code) => !known.has(code))).toEqual([])
  const sandbox = readFileSync(join(GUIDE, 'sandbox.md'), 'utf8')
  const [, ofGraphQL = ''] = /except those of GraphQL: ([^.]+)/.exec(sandbox) ?? []
  const simulated = Object.keys(RECORDED_ERRORS.portfolio)
  expect(ofGraphQL.match(/\w+_\w+/g)).toEqual(named.filter((code) => !simulated.includes(code)))
})

test('the index links every page and every sample', () => {
  const index = readFileSync(join(GUIDE, 'README.md'), 'utf8')
  const samples = readdirSync(join(GUIDE, 'samples')).map((name) => `samples/${name}`)
  const files = [...pages, ...samples].filter((name) => name !== 'README.md')
  expect(files.filter((name) => !index.includes(`](${name})`))).toEqual([])
})
