import { expect, test } from 'vitest'
import { keyWith } from '../../support/portfolio.ts'
import {
  approvedGrant,
  changedTerms,
  DECLINE,
  idOfLink,
  linkOf,
  newClient,
  shownTerms,
} from './connections.fixtures.ts'
import { codeOf, dataOf, portalGateway } from './fixtures.ts'

const { gateway, prisma, fixtures } = portalGateway()

const CHANGE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version scopes
  reference linkId consents(first: 1) { nodes { version sentence purpose linkId } }
  receipt(name: "2") { event linkId reference } } }`
const ASKED = { scopes: ['registry', 'valuation'], purpose: 'Insurance' } as const

/** A client who shares the details with the key that asks. */
async function connected() {
  const { key, clientId } = await newClient(gateway)
  const link = await linkOf(gateway, fixtures, { scopes: ['registry', 'detail'] })
  const { id } = await approvedGrant(gateway, key, link, { scopes: ['detail'] })
  return { key, clientId, first: link, change: { grantId: String(id), version: 1 } }
}

async function outcome(link: string, clientId: string) {
  const where = { linkId_clientId: { linkId: idOfLink(link), clientId } }
  const visit = await prisma.linkVisit.findUnique({ where })
  const path = `/api/v1/connections/${visit?.connectionId}`
  const { data } = (await gateway.request(path, { key: fixtures.bearer.partner })).json
  return data && { state: data.state, grant: data.grant, reference: data.reference }
}

test('a connected client approves a request for a change: the grant has a new version, the link its answer, and the record the words that were shown', async () => {
  const { key, clientId, first, change } = await connected()
  const asked = { ...ASKED, singleUse: true, reference: 'customer-7' }
  const link = await linkOf(gateway, fixtures, asked)
  const scopes = ['registry', 'valuation', 'detail']
  const { sentence } = await shownTerms(gateway, key, {
    ...{ grantId: change.grantId, link, scopes, filter: { type: 'all' } },
  })
  const variables = await changedTerms(gateway, key, { ...change, link, scopes })
  expect(await outcome(link, clientId)).toBeUndefined()
  const { updateGrant } = await dataOf(gateway, key, CHANGE, variables)
  const linkId = idOfLink(link)
  expect(updateGrant).toEqual({
    ...{ version: 2, scopes, reference: 'customer-7', linkId: idOfLink(first) },
    consents: { nodes: [{ version: 2, sentence, purpose: 'Insurance', linkId }] },
    receipt: { event: 'changed', linkId, reference: 'customer-7' },
  })
  expect(sentence).toContain('The firm knows the client as: customer-7\n')
  const grant = { id: change.grantId, version: 2 }
  const approved = { state: 'approved', grant, reference: 'customer-7' }
  expect(await outcome(link, clientId)).toEqual(approved)
})

test('a connected client who keeps a grant as it is has declined, and can approve later, also what is shared already', async () => {
  const { key, clientId, change } = await connected()
  const link = await linkOf(gateway, fixtures, ASKED)
  await dataOf(gateway, key, DECLINE, { link })
  expect(await outcome(link, clientId)).toMatchObject({ state: 'declined', grant: undefined })
  expect(await prisma.grant.findFirst({ where: { clientId } })).toMatchObject({
    ...{ version: 1, scopes: ['registry', 'detail'] },
  })
  const variables = await changedTerms(gateway, key, { ...change, link })
  const { updateGrant } = await dataOf(gateway, key, CHANGE, variables)
  expect(updateGrant).toMatchObject({ version: 2, scopes: ['registry', 'detail'] })
  const grant = { id: change.grantId, version: 2 }
  expect(await outcome(link, clientId)).toMatchObject({ state: 'approved', grant })
})

test('a request for a change that cannot be approved as it was sent changes nothing, and has no answer', async () => {
  const { key, clientId, change } = await connected()
  const link = await linkOf(gateway, fixtures, ASKED)
  const { id } = await keyWith(gateway.database, { firmId: fixtures.firmId })
  const ofOther = await linkOf(gateway, { ...fixtures, requestingKeyId: id }, ASKED)
  const ended = await linkOf(gateway, fixtures, { ...ASKED, revokedAt: new Date() })
  const good = (await changedTerms(gateway, key, { ...change, link, scopes: ['valuation'] })).input
  const alone = await changedTerms(gateway, key, { ...change, scopes: ['valuation'] })
  for (const [code, more] of [
    ['invalid_parameter', { link: ofOther }],
    ['invalid_parameter', { link: ended }],
    ['invalid_parameter', { link: 'forged' }],
    ['invalid_parameter', { scopes: ['valuation', 'estate'] }],
    ['state_conflict', { version: 2 }],
    ['terms_changed', { termsDigest: alone.input.termsDigest }],
    ['terms_changed', { link: await linkOf(gateway, fixtures, ASKED) }],
  ] as const) {
    const reply = await gateway.graphql(CHANGE, { key, variables: { input: { ...good, ...more } } })
    expect.soft([codeOf(reply), more]).toEqual([code, more])
  }
  for (const wrong of [{ link: ofOther }, { link: ended }, { link, scopes: ['estate'] }])
    expect
      .soft(await changedTerms(gateway, key, { ...change, ...wrong }))
      .toMatchObject({ input: { termsDigest: '' } })
  expect(await prisma.grant.findFirst({ where: { clientId } })).toMatchObject({ version: 1 })
  expect(await outcome(link, clientId)).toBeUndefined()
})
