import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { Application } from './application.ts'
import { ASSET, LIST, LIST_OF_PORTFOLIO, OTHER_FIELDS } from './documents.ts'
import { fullAssets } from './records.ts'

type Json = Reply['json']

const COUNT = 20
const gateway = testGateway()
const { database } = gateway
const warnings: string[] = []
let clientId = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, fullAssets(COUNT))
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  key = secret
})
beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, 'error').mockImplementation((text) => {
    warnings.push(text)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The readiness of each asset as the store has it, after a second query reads how complete the documents are. */
async function scoresOf(change?: (answer: string) => string): Promise<number[]> {
  const app = new Application(gateway, key, change)
  const variables = { clientId, first: COUNT }
  await app.read(LIST, variables)
  await app.read(OTHER_FIELDS, variables)
  const { portfolio } = app.stored(LIST, variables).data
  const { edges } = app.part(LIST_OF_PORTFOLIO, portfolio).data.assets
  return edges.map(({ node }: Json) => app.part(ASSET, node).data.estate.readiness.score)
}

test('Relay shows wrong scores, and warns, where the parts of an asset have its id', async () => {
  const scores = await scoresOf()
  expect(new Set(scores).size).toBe(COUNT)
  expect(warnings).toEqual([])
  const shared = await scoresOf((answer) => answer.replace(/"(item_\w{26}):\w+"/g, '"$1"'))
  const wrong = shared.filter((score, at) => score !== scores[at])
  console.log(`relay, with shared ids: ${wrong.length} of ${COUNT} scores wrong`)
  expect(wrong.length).toBeGreaterThan(COUNT / 2)
  expect(warnings.join()).toContain('globally unique id requirement')
})
