import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PAGE_SESSION } from '../../../src/access/session-checks.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { gatewayWithoutLimits } from '../../support/gateway.ts'
import { rowDigests } from '../../support/row-digests.ts'
import { sessionOf } from '../../support/session.ts'
import { ACTIONS, type Action, actorOf, rowsOf } from './actions.ts'
import { codeOf, memberOf, someone } from './fixtures.ts'
import { type Subject, sharedSubjects } from './subject.ts'

const gateway = gatewayWithoutLimits({ sendsMail: true })
const { database } = gateway
const { prisma, pool } = database
const subjectOf = sharedSubjects(gateway)

/** The event between the loading of a page and the sending of its form. */
type Between = keyof typeof HAPPEN

/** The answer to a form by what happened; null: it is carried out. */
type Row = Readonly<Record<Between, ErrorCode | null>>

/** The answers that every form has in common: only the session that loaded its page sends it. */
const OF_SESSION = {
  'another person signed in': 'session_changed',
  'the person signed in again': 'session_changed',
  'the session expired': 'expired_session',
  'signed out elsewhere': 'invalid_session',
} as const satisfies Partial<Row>

const row = (plan: ErrorCode | null, link: ErrorCode | null): Row => ({
  ...OF_SESSION,
  'the check became older than 15 minutes': 'recent_sign_in_required',
  'the plan lapsed': plan,
  'the link was revoked': link,
})

const FREE = row(null, null)
const PLANNED = row('enterprise_plan_required', null)
const ANSWER = row('enterprise_plan_required', 'invalid_parameter')

/** The mutations that more than the session refuses. A wider change of a grant needs the plan too: plan.test.ts. */
const REFUSED = rowsOf([
  [PLANNED, 'createApiKey, updateApiKey, rollApiKey, createConnectionLink, createConnectionLinks'],
  [PLANNED, 'remindOfConnectionLinks, createWebhookEndpoint, rollWebhookSecret'],
  [ANSWER, 'declineConnection, createGrant'],
])

/** The mutations that need no recent check: plants are not credentials, and these answers widen no access. */
const WITHOUT_CHECK = ['createPlant', 'deletePlant', 'declineConnection', 'confirmGrant']

const PLANTS: Readonly<Record<string, Pick<Action, 'by' | 'text' | 'world'>>> = {
  createPlant: { by: 'client', text: () => 'createPlant(plant: { id: "7", name: "Fern" }) { id }' },
  deletePlant: { by: 'client', text: () => 'deletePlant(id: "8")' },
}

interface Page {
  readonly of: Subject
  readonly userId: string
  /** The cookie of the browser, and the session that its page names. */
  cookie: string
  readonly named: string
}

const idOf = (cookie: string) => /session_[0-9A-Z]{26}/.exec(cookie.split('=')[1] ?? '')?.[0] ?? ''

type Happening = (page: Page) => Promise<unknown>

const HAPPEN = {
  'another person signed in': async (page) => {
    // The other admin or client could send the form themselves.
    page.cookie = await sessionOf(database, await peerOf(page))
  },
  'the person signed in again': async (page) => {
    page.cookie = await sessionOf(database, page.userId)
  },
  'the session expired': ({ named }) =>
    prisma.session.update({ where: { id: named }, data: { expiresAt: new Date(0) } }),
  'signed out elsewhere': ({ named }) => prisma.session.delete({ where: { id: named } }),
  'the check became older than 15 minutes': ({ named }) => {
    const checkedAt = new Date(Date.now() - 15 * 60_000 - 5_000)
    return prisma.session.update({ where: { id: named }, data: { checkedAt } })
  },
  'the plan lapsed': ({ of: { firmId } }) =>
    updateFirm(operator(prisma), { firmId, plan: 'enterprise', planState: 'canceled' }),
  'the link was revoked': ({ of: { linkId } }) =>
    prisma.connectionLink.updateMany({ where: { id: linkId }, data: { revokedAt: new Date() } }),
} as const satisfies Readonly<Record<string, Happening>>

/** Undoes what outlives the page, so that the next form finds the data as it was. */
const UNDO: Partial<Readonly<Record<Between, Happening>>> = {
  'the plan lapsed': ({ of: { firmId } }) =>
    updateFirm(operator(prisma), { firmId, plan: 'enterprise', planState: 'active' }),
  'the link was revoked': ({ of: { linkId } }) =>
    prisma.connectionLink.updateMany({ where: { id: linkId }, data: { revokedAt: null } }),
}

/** Another person who may do the same: an admin of the firm, a member of staff, or a client. */
async function peerOf({ of, userId }: Page): Promise<string> {
  if (userId === of.staffId) return (await createStaff(operator(prisma), someone('Sue Reed'))).id
  if (userId === of.adminId) return (await memberOf(database, of.firmId, 'admin')).id
  const session = await prisma.session.findUniqueOrThrow({ where: { id: idOf(of.bearer.other) } })
  return session.userId
}

async function open(of: Subject, name: string): Promise<Page> {
  const userId = actorOf(of, actionOf(name))
  const cookie = await sessionOf(database, userId)
  return { of, userId, cookie, named: idOf(cookie) }
}

function actionOf(name: string): Pick<Action, 'by' | 'text' | 'world'> {
  const action = ACTIONS[name] ?? PLANTS[name]
  if (!action) throw new Error(`no form for ${name}`)
  return action
}

/** The stored rows, without the sessions and people that the pages need, and the number of recorded acts of persons. */
async function stored() {
  const digests = new Map(await rowDigests(pool))
  for (const table of ['sessions', 'users', 'members', 'audit_events']) digests.delete(table)
  const acts = await prisma.auditEvent.count({ where: { actor: { not: 'operator' } } })
  return { ...Object.fromEntries(digests), acts }
}

const send = async (page: Page, name: string, named = page.named) =>
  codeOf(
    await gateway.graphql(`mutation { ${actionOf(name).text(page.of)} }`, {
      key: page.cookie,
      headers: { [PAGE_SESSION]: named },
    }),
  )

const NAMES = Object.keys(schema.getMutationType()?.getFields() ?? {})
const HAPPENINGS = Object.entries(HAPPEN) as [Between, Happening][]

describe.each(NAMES)('%s', (name) => {
  const isFree = WITHOUT_CHECK.includes(name) && { 'the check became older than 15 minutes': null }
  const expected: Row = { ...(REFUSED[name] ?? FREE), ...isFree }
  const refused = HAPPENINGS.filter(([between]) => expected[between] !== null)
  const allowed = HAPPENINGS.filter(([between]) => expected[between] === null)

  test('is sent only by the page of the session, and changes nothing where it is refused', async () => {
    const of = await subjectOf(actionOf(name).world)
    if (name === 'deletePlant')
      await prisma.plant.create({ data: { ownerId: of.clientId, id: 8n, name: 'Moss' } })
    const before = await stored()
    expect(await send(await open(of, name), name, '')).toBe('missing_parameter')
    for (const [between, happen] of refused.filter(([each]) => !UNDO[each])) {
      const page = await open(of, name)
      await happen(page)
      expect([between, await send(page, name)]).toEqual([between, expected[between]])
    }
    expect(await stored()).toEqual(before)
    for (const [between, happen] of refused.filter(([each]) => UNDO[each])) {
      const page = await open(of, name)
      await happen(page)
      const after = await stored()
      expect([between, await send(page, name)]).toEqual([between, expected[between]])
      expect(await stored()).toEqual(after)
      await UNDO[between]?.(page)
    }
    // Events that do not refuse the form alone do not refuse it together.
    const page = await open(of, name)
    for (const [, happen] of allowed) await happen(page)
    const shown = await stored()
    expect(await send(page, name)).toBeNull()
    // A link that is revoked already stays as it is.
    const isRepeated = name === 'revokeConnectionLink'
    expect(isDeepStrictEqual(await stored(), shown)).toBe(isRepeated)
    for (const [between] of allowed) await UNDO[between]?.(page)
  })
})
