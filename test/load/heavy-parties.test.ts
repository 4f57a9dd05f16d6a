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

const ofFirm = (party: string): RequestContext => ({
  ...new RequestContext(undefined, '127.0.0.1', new Date()),
  charged: { subject: 'key', party },
})
const nothing = () => new Promise((resolve) => setImmediate(resolve, 'nothing'))

test('a request that has lost its place ends no turn of another', async () => {
  const work = new HeavyWork(() => 0)
  const running = ofFirm('firm_many')
  await work.enter(running)
  const waiting = Array.from({ length: 150 }, () => ofFirm('firm_many'))
  const ends = waiting.map((context) =>
    work.enter(context).then(
      () => 'turn',
      () => 'refused',
    ),
  )
  const other = work.enter(ofFirm('firm_other')).then(() => 'turn')
  expect(await Promise.race([ends.at(-1), nothing()])).toBe('refused')
  waiting.at(-1)?.heavy?.leave()
  expect(await Promise.race([...ends.slice(0, -1), other, nothing()])).toBe('nothing')
  running.heavy?.leave()
  expect(await ends[0]).toBe('turn')
  waiting[0]?.heavy?.leave()
  expect(await other).toBe('turn')
})
