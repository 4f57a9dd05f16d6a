import { expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { idOfLink, newClient } from './connections.fixtures.ts'
import { dataOf } from './fixtures.ts'
import { LINK_STATES } from './link-states.ts'
import { openedLink } from './opened-link.ts'

const gateway = testGateway()

const REQUEST = `query ($link: String!) { connectionRequest(link: $link) { problem answer answeredAt activeGrant { id }
  grantCount readCount grants { id endedAt endCause readCount lastReadAt linkId createdAt } } }`

const requestOf = async (key: string, link: string) =>
  (await dataOf(gateway, key, REQUEST, { link })).connectionRequest

type Shown = Readonly<{ endCause: string | null; readCount: number; linkId: string | null }>

test('a connection link that its client opens again in each of its states tells of itself, of their answer and of the grants', async () => {
  for (const { state, singleUse = false, happens, told } of LINK_STATES) {
    const opened = await openedLink(gateway, singleUse)
    await happens(opened)
    const shown = await requestOf(opened.session, opened.link)
    const linkOf = (id: string) => (id === idOfLink(opened.link) ? 'this' : 'other')
    const grants = shown.grants.map(({ endCause, readCount, linkId }: Shown) => [
      ...[endCause, readCount, linkId && linkOf(linkId)],
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

test('a connection link that its client opens again shows the grants of nobody else, and none to another firm', async () => {
  const opened = await openedLink(gateway, false)
  await opened.approve()
  const stranger = await newClient(gateway)
  expect((await requestOf(stranger.key, opened.link)).grants).toEqual([])
  const rival = await openedLink(gateway, false)
  const ofRival = await requestOf(opened.session, rival.link)
  expect([ofRival.grants, ofRival.activeGrant]).toEqual([[], null])
  const admin = await sessionOf(gateway.database, opened.firm.adminId)
  expect((await requestOf(admin, opened.link)).grants).toEqual([])
})
