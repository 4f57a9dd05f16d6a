import { expect, test, vi } from 'vitest'
import { RequestContext } from '../../src/load/request-context.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { HeavyQueue } from '../../src/load/waiting/lanes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'

const gateway = testGateway()
const TYPE = 'type { name kind ofType { name kind ofType { name kind } } }'
const LONG = `{ __schema { types { fields { name a: ${TYPE} b: ${TYPE} c: ${TYPE} } } } }`

test('the keys of a firm, and the tokens of a person, wait as one', async () => {
  const { database } = gateway
  const { secret, firmId } = await keyWith(database)
  const other = await keyWith(database, { firmId })
  const person = await clientWith(database, [])
  const tokens = [await tokenOf(database, person), await tokenOf(database, person)]
  const lines = vi.spyOn(HeavyQueue.prototype, 'admit')
  for (const key of [secret, other.secret, ...tokens, undefined])
    expect((await gateway.graphql(LONG, key === undefined ? {} : { key })).status).toBe(200)
  const waited = lines.mock.calls.map(([{ party, isKnown }]) => [party, isKnown])
  expect(waited).toEqual([
    [firmId, true],
    [firmId, true],
    [person, true],
    [person, true],
    ['127.0.0.1', false],
  ])
})

const anonymous = (ip: string) => new RequestContext(undefined, ip, new Date())
const ofFirm = (party: string, n: number): RequestContext => ({
  ...anonymous('127.0.0.1'),
  charged: { subject: `key_${n}`, party },
})

/** What becomes of each request in a line behind one that has its turn; null: it waits, or has had its turn. */
async function refusalsOf(work: HeavyWork, contexts: readonly RequestContext[]) {
  await work.enter(ofFirm('first', 0))
  const codes = new Map<RequestContext, string>()
  for (const context of contexts)
    work.enter(context).catch(({ code }: { code: string }) => codes.set(context, code))
  await new Promise((resolve) => setImmediate(resolve))
  return contexts.map((context) => codes.get(context) ?? null)
}

const nothing = () => new Promise((resolve) => setImmediate(resolve, 'nothing'))
const many = <Each>(count: number, each: (n: number) => Each) =>
  Array.from({ length: count }, (_, n) => each(n))

// Which entry gives way: lanes.test.ts. Here is what counts as one party.
test('one party with a request for each place refuses nobody else', async () => {
  const parties: readonly (readonly [(n: number) => RequestContext, RequestContext])[] = [
    [(n) => ofFirm('firm_many', n), ofFirm('firm_other', 0)],
    // One network of IPv6 with an address for each request.
    [(n) => anonymous(`2001:db8:0:1::${(n + 1).toString(16)}`), anonymous('2001:db8:0:2::1')],
  ]
  for (const [greedy, other] of parties) {
    const refusals = await refusalsOf(new HeavyWork(() => 0), [...many(300, greedy), other])
    expect(refusals.at(-1)).toBeNull()
    const refused = refusals.filter((code) => code !== null)
    expect(new Set(refused)).toEqual(new Set(['service_unavailable']))
    expect(refused.length).toBeGreaterThanOrEqual(150)
  }
})

test('a request that has lost its place ends no turn of another', async () => {
  const work = new HeavyWork(() => 0)
  const running = ofFirm('firm_many', 0)
  await work.enter(running)
  const waiting = many(150, (n) => ofFirm('firm_many', n))
  const ends = waiting.map((context) =>
    work.enter(context).then(
      () => 'turn',
      () => 'refused',
    ),
  )
  const other = work.enter(ofFirm('firm_other', 0)).then(() => 'turn')
  expect(await Promise.race([ends.at(-1), nothing()])).toBe('refused')
  waiting.at(-1)?.heavy?.leave()
  expect(await Promise.race([...ends.slice(0, -1), other, nothing()])).toBe('nothing')
  running.heavy?.leave()
  expect(await ends[0]).toBe('turn')
  waiting[0]?.heavy?.leave()
  expect(await other).toBe('turn')
})
