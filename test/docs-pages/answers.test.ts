import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectionOf } from '../graphql/portal/connections.fixtures.ts'
import { type Call, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'

const FILE = join(import.meta.dirname, '../../src/docs-pages/answers.json')
const ULID = /(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])/g
const INSTANT = /\b(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d\.\d{3}Z)?\b/g
const DIGEST = /"[0-9a-f]{64}"/g
const CURSOR = /(cursor(?:=|": "))[\w-]+/g

// The day that stands for the day of the recording.
const RECORDED = '2026-11-20'
const JSON_TYPE = { 'Content-Type': 'application/json' }

const gateway = testGateway()
const { database } = gateway
const today = () => new Date().toISOString().slice(0, 10)

/** The answers of the gateway to one request for each operation: for a sandbox client, and for plants of its own. */
async function record(): Promise<object> {
  const { id: keyId, secret: key } = await keyWith(database, { environment: 'sandbox' })
  const read = (path: string) => answered(path, { key })
  const { body } = await read('/api/v1/me')
  const clientId: string = body.data[0].client_id
  const of = (path: string, more = '') => read(`/api/v1/${path}?client_id=${clientId}${more}`)
  const { body: list } = await of('assets', '&category=watches')
  const watch = `assets/${list.data[0].registry_id}`
  const { body: start } = await read('/api/v1/changes')
  const plants = await plantAnswers()
  const people = { requestingKeyId: keyId, adminId: clientId, clientId }
  const ask = { singleUse: true, reference: 'customer-1042' }
  const connection = await connectionOf(gateway, people, 'declined', ask)
  const reads = {
    getMe: await read('/api/v1/me'),
    getConnection: await read(`/api/v1/connections/${connection}`),
    listAssets: await of('assets', '&page_size=1'),
    getAsset: await of(watch),
    listValuations: await of(`${watch}/valuations`),
    listDocuments: await of(`${watch}/documents`),
    getSummary: await of('portfolio/summary'),
  }
  await grantWith(database, keyId, await clientWith(database, [], 'sandbox'))
  const changes = await read(`/api/v1/changes?cursor=${start.next_cursor}`)
  return { ...reads, listChanges: changes, ...plants }
}

async function plantAnswers(): Promise<object> {
  const key = await tokenOf(database, await clientWith(database, []))
  const plant = { id: 7, name: 'Seville orange', tag: 'citrus' }
  const body = JSON.stringify(plant)
  const created = await answered('/plants', { key, method: 'POST', headers: JSON_TYPE, body })
  return {
    createPlant: { ...created, sent: plant },
    listPlants: await answered('/plants?limit=10', { key }),
    deletePlant: await answered('/plants/7', { key, method: 'DELETE' }),
  }
}

async function answered(path: string, call: Call) {
  const { status, text, json } = await gateway.request(path, call)
  expect(status, text).toBeLessThan(300)
  return { path, status, body: text === '' ? null : json }
}

/** The text without what differs from one recording to the next: ids, instants, digests, positions. */
function lastingText(text: string, today: string): string {
  const ids: string[] = []
  return text
    .replace(ULID, (id) => {
      if (!ids.includes(id)) ids.push(id)
      return `01JD3M2Q8S4T6V8W0X2Y4Z6${String(ids.indexOf(id)).padStart(3, '0')}`
    })
    .replace(INSTANT, (_instant, date: string, time?: string) => {
      const days = Date.parse(date) - Date.parse(today)
      const moved = new Date(Date.parse(RECORDED) + days).toISOString().slice(0, 10)
      return time === undefined ? moved : `${moved}${timeOf(time)}`
    })
    .replace(DIGEST, `"${'9f86d081884c7d65'.repeat(4)}"`)
    .replace(CURSOR, '$1eyJwIjo0Mn0')
}

// A date is stored as its midnight.
const timeOf = (time: string) => (time === 'T00:00:00.000Z' ? time : 'T09:30:00.000Z')

// After a change of what is answered: npx vitest run test/docs-pages/answers.test.ts -u
test('the answers beside the operations are what the gateway answers', async () => {
  let day = ''
  let text = ''
  // Instants are recorded as days before today.
  while (day !== today()) {
    day = today()
    text = lastingText(JSON.stringify(await record(), null, 2), day)
  }
  await expect(`${text}\n`).toMatchFileSnapshot(FILE)
  const { paths } = JSON.parse((await gateway.request('/openapi.json')).text)
  const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, { operationId }]) =>
      method === 'head' ? [] : [operationId],
    ),
  )
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(ids.sort())
  expect(text).not.toMatch(/sk_(?:live|test)_|pat_/)
})
