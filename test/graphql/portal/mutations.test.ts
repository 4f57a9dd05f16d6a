import { describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { recordedLimits } from '../../support/recorded-limits.ts'
import { sessionOf } from '../../support/session.ts'
import { sendInWaves } from '../../support/waves.ts'
import { ACTIONS, actorOf } from './actions.ts'
import { codeOf, memberOf } from './fixtures.ts'
import { createSubject, sharedSubjects } from './subject.ts'

const { asked, fieldLimits } = recordedLimits()
const gateway = testGateway({ sendsMail: true, fieldLimits })
const { prisma } = gateway.database
const subjectOf = sharedSubjects(gateway)

const eventsOf = (actor: string) =>
  prisma.auditEvent.findMany({ where: { actor }, orderBy: { id: 'asc' } })

describe.each(Object.entries(ACTIONS))('%s', (name, action) => {
  test('sent three times, also concurrently, acts once and is recorded once', async () => {
    const of = await subjectOf(action.world)
    const actor = actorOf(of, action)
    const earlier = (await eventsOf(actor)).length
    const key = await sessionOf(gateway.database, actor)
    const document = `mutation { ${action.text(of)} }`
    const send = (id: string) =>
      gateway.graphql(document, { key, headers: { 'X-Request-Id': `${name}-${id}` } })
    const replies = [...(await Promise.all([send('a'), send('b')])), await send('c')]
    const done = replies.filter((reply) => codeOf(reply) === null)
    const rejected = replies.filter((reply) => codeOf(reply) !== null)
    const refusals = action.again === 'same' ? [] : Array(2).fill(action.again)
    expect(rejected.map(codeOf)).toEqual(refusals)
    expect(new Set(done.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)

    const events = (await eventsOf(actor)).slice(earlier)
    expect(events.map(({ action }) => action)).toEqual([
      ...Array(action.recordedTwice ? 3 : 1).fill(action.action),
      ...(action.follows ?? []),
    ])
    const ids = done.map(({ headers }) => headers.get('X-Request-Id'))
    for (const event of events) expect(ids).toContain(event.requestId)
    expect(asked[name]).toBe(action.perMinute)
  })
})

describe.each(['createApiKey', 'updateGrant'])('%s', (name) => {
  const action = ACTIONS[name]
  if (!action) throw new Error(`no mutation ${name}`)

  test(`is served ${action.perMinute} times a minute to one person, in whichever session, also many at once`, async () => {
    const of = await createSubject(gateway)
    const userId =
      action.by === 'admin'
        ? (await memberOf(gateway.database, of.firmId, 'admin')).id
        : of.clientId
    const document = `mutation { ${action.text(of)} }`
    const keys = await Promise.all([1, 2].map(() => sessionOf(gateway.database, userId)))
    const send = (index: number) => gateway.graphql(document, { key: keys[index % 2] ?? '' })
    const codes = (await sendInWaves(action.perMinute + 3, send)).map(codeOf)
    expect(codes.filter((code) => code === 'rate_limit_exceeded')).toHaveLength(3)
    expect(codeOf(await send(0))).toBe('rate_limit_exceeded')
    // Another person's count is another.
    const other = await sessionOf(gateway.database, of.adminId)
    expect(codeOf(await gateway.graphql(document, { key: other }))).not.toBe('rate_limit_exceeded')
  })
})
