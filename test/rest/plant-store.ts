import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import type { Call, Reply, TestGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { misfits } from '../support/schema.ts'

const file = join(import.meta.dirname, '../../../shared/spec/plant-store.openapi.json')
/** The published description of the plant store; null where it is not beside this checkout. */
export const PUBLISHED: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null

export const JSON_TYPE = { 'Content-Type': 'application/json' }

/** The plant store of a person, who is there for the tests of a file. */
export function testStore(gateway: TestGateway) {
  const owner = { id: '', token: '' }
  beforeAll(async () => {
    owner.id = await clientWith(gateway.database, [])
    owner.token = await tokenOf(gateway.database, owner.id)
  })
  return { owner, store: plantStore(gateway, () => owner.token) }
}

/** Calls the plant store as one person would; every reply is checked against the description. */
export function plantStore(gateway: TestGateway, token: () => string) {
  const send = async (path: string, call: Call = {}) => {
    const reply = await gateway.request(path, { key: token(), ...call })
    if (call.method !== 'HEAD') checkReply(call.method ?? 'GET', reply)
    return reply
  }
  return {
    send,
    create: (body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
      send('/plants', { method: 'POST', headers, body }),
    list: (query = '') => send(`/plants${query}`),
    remove: (id: string) => send(`/plants/${id}`, { method: 'DELETE' }),
  }
}

/** The body fits the description, the status is in the error's body, and the headers are there. */
function checkReply(method: string, reply: Reply): void {
  expect(reply.headers.get('X-Request-Id')).toMatch(/^[\w-]{1,64}$/)
  for (const name of ['Limit', 'Remaining', 'Reset'])
    expect(reply.headers.get(`X-RateLimit-${name}`), `${name} of ${reply.status}`).toMatch(/^\d+$/)
  if (reply.status === 204) {
    expect(reply.text).toBe('')
    return
  }
  expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  if (reply.status !== 200) {
    expect(Object.keys(reply.json)).toEqual(['error', 'message'])
    expect(reply.json.error).toBe(reply.status)
  }
  if (PUBLISHED === null) return
  const name = reply.status !== 200 ? 'Error' : 'Plant'
  const plant = { $ref: `#/components/schemas/${name}` }
  const schema = name === 'Plant' && method === 'GET' ? { type: 'array', items: plant } : plant
  expect(misfits(PUBLISHED, schema, reply.json)).toEqual([])
}
