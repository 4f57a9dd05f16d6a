import { describe, expect, test } from 'vitest'
import { SHOWN_GRANTS } from '../../../src/modules/consents/grants-to-firm.reads.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { idOfLink } from './connections.fixtures.ts'
import { dataOf } from './fixtures.ts'
import { LINK_STATES } from './link-states.ts'
import { anotherClient, openedLink } from './opened-link.ts'

const gateway = testGateway()
const { prisma } = gateway.database

const REQUEST = `query ($link: String!) { connectionRequest(link: $link) { problem answer answeredAt activeGrant { id }
  grantCount readCount grants { id endedAt endCause readCount lastReadAt linkId createdAt } } }`

const requestOf = async (key: string, link: string) =>
  (await dataOf(gateway, key, REQUEST, { link })).connectionRequest

interface Shown {
  readonly endCause: string | null
  readonly readCount: number
  readonly linkId: string | null
}

describe('a connection link that its client opens again', () => {
  test('in each of its states tells of itself, of their answer and of the grants', async () => {
    for (const { state, singleUse = false, happens, told } of LINK_STATES) {
      const opened = await openedLink(gateway, singleUse)
      await happens(opened)
      const shown = await requestOf(opened.session, opened.link)
      const linkOf = ({ linkId }: Shown) =>
        linkId && (linkId === idOfLink(opened.link) ? 'this' : 'other')
      const grants = shown.grants.map((grant: Shown) => [
        ...[grant.endCause, grant.readCount, linkOf(grant)],
      ])
      const { problem, answer } = shown
      const { page: _page, ...expected } = told
      expect.soft({ state, problem, answer, grants }).toEqual({ state, ...expected })
      const isLive = told.grants.some(([cause]) => cause === null)
      if (!isLive) expect(shown.activeGrant, state).toBeNull()
      expect(shown.answeredAt === null, state).toBe(told.answer === null)
      for (const grant of shown.grants) {
        expect(grant.endedAt === null).toBe(grant.endCause === null)
        expect(grant.lastReadAt === null).toBe(grant.readCount === 0)
      }
    }
  })

  test('shows the grants of nobody else, and none to another firm', async () => {
    const opened = await openedLink(gateway, false)
    await opened.approve()
    const stranger = await anotherClient(gateway)
    expect((await requestOf(stranger.session, opened.link)).grants).toEqual([])
    const rival = await openedLink(gateway, false)
    const ofRival = await requestOf(opened.session, rival.link)
    expect([ofRival.grants, ofRival.activeGrant]).toEqual([[], null])
    const admin = await sessionOf(gateway.database, opened.firm.adminId)
    expect((await requestOf(admin, opened.link)).grants).toEqual([])
  })

  test(`shows the newest ${SHOWN_GRANTS} grants`, async () => {
    const opened = await openedLink(gateway, false)
    const last = await opened.approve()
    const grant = await prisma.grant.findFirstOrThrow({ where: { id: last } })
    const ended = { state: 'revoked', revokedAt: grant.createdAt, revokedBy: 'client' } as const
    const older = Array.from({ length: SHOWN_GRANTS }, (_, index) => ({
      ...grant,
      ...ended,
      id: `grant_${String(index).padStart(26, '0')}`,
      createdAt: new Date(grant.createdAt.getTime() - 1_000 - index),
    }))
    await prisma.grant.createMany({ data: older })
    const { grants, grantCount } = await requestOf(opened.session, opened.link)
    expect([grants.length, grantCount]).toEqual([SHOWN_GRANTS, SHOWN_GRANTS + 1])
    expect(grants[0].id).toBe(last)
    expect(grants.at(-1).id).toBe(older[SHOWN_GRANTS - 2]?.id)
  })
})
