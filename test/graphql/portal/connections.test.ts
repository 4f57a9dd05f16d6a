import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testGateway } from '../../support/gateway.ts'
import { GRANT, linkOf, linkTextOf, newClient, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database, ['registry', 'valuation', 'detail'])
})

const LINK = `mutation ($input: NewConnectionLink!) {
  createConnectionLink(input: $input) { path expiresAt } }`
const REQUEST = `query ($link: String!) { connectionRequest(link: $link) { firmName problem
  asked { key { id: keyId name firmName environment scopes reference state } scopes purpose expiresAt }
  activeGrant { id scopes } } }`
const linkWith = (ask: Parameters<typeof linkOf>[2] = {}) => linkOf(gateway, fixtures, ask)

/** The code of the answer to an approval; null: it gave a grant. */
const approve = async (key: string, link: string) =>
  codeOf(await gateway.graphql(GRANT, { key, variables: await terms(gateway, key, link) }))

describe('a connection link', () => {
  test('shows the client what the firm asks for', async () => {
    const input = {
      keyId: fixtures.requestingKeyId,
      scopes: ['valuation'],
      purpose: ' A yearly report ',
    }
    const { createConnectionLink } = await dataOf(gateway, fixtures.bearer.admin, LINK, { input })
    const link = createConnectionLink.path.replace('/connect/', '')
    expect(link).toMatch(/^[\w-]+\.[\w-]{43}$/)
    const { connectionRequest } = await dataOf(gateway, fixtures.bearer.client, REQUEST, { link })
    expect(connectionRequest).toMatchObject({
      firmName: 'Hale Estates',
      asked: {
        key: {
          name: 'Asking',
          firmName: 'Hale Estates',
          environment: 'production',
          state: 'active',
        },
        scopes: ['registry', 'valuation'],
        purpose: 'A yearly report',
        expiresAt: createConnectionLink.expiresAt,
      },
      problem: null,
      activeGrant: null,
    })
    const days = (Date.parse(createConnectionLink.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
  })

  test('is not made with a purpose that hides something, or with scopes that the key has not', async () => {
    const asked = { keyId: fixtures.requestingKeyId, scopes: ['valuation'] }
    const ask = (more: object) =>
      gateway.graphql(LINK, {
        key: fixtures.bearer.admin,
        variables: { input: { ...asked, purpose: 'A report', ...more } },
      })
    const purposes = [' ', 'x'.repeat(281), 'a\nb', 'a\0b', 'a\udc00', 'a\u200bb', 'a\u{E0041}b']
    const wrong = [...purposes, `a${'\u0338'.repeat(9)}`, 'ask \u202Ekrow'].map((purpose) => ({
      purpose,
    }))
    for (const more of [...wrong, { scopes: ['estate'] }, { scopes: [] }]) {
      const reply = await ask(more)
      expect.soft(codeOf(reply), JSON.stringify(more)).toBe('invalid_parameter')
      expect(reply.json.errors[0].message).toMatch(/takes|accepted|must be/)
    }
    expect(codeOf(await ask({ purpose: '𝒳'.repeat(280) }))).toBeNull()
  })

  const id = (link: string) => link.split('.')[0] ?? ''
  /** A link as another person may have changed it. */
  const forgeriesOf = (link: string) => [
    ...['', 'link', '\0', 'x'.repeat(200_000), `${link}.x`],
    `.${link.split('.')[1]}`,
    id(link),
    link.slice(0, -1),
    linkTextOf(id(link), 'another secret'),
    link.replace(id(link), createId('link')),
    linkTextOf(fixtures.grantId),
    link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  ]

  /** The codes and messages with which everything that takes a link rejects this one, each pair once. */
  const rejectionsOf = async (link: string) => {
    const { key } = await newClient(gateway)
    const asked = { link, scopes: ['registry'], filter: { type: 'all' }, termsDigest: '' }
    const replies = [
      await gateway.graphql(REQUEST, { key, variables: { link } }),
      await gateway.graphql(GRANT, { key, variables: { input: asked } }),
      await gateway.graphql('mutation ($link: String!) { declineConnection(link: $link) }', {
        key,
        variables: { link },
      }),
      await gateway.graphql(
        'query ($link: String!) { grantPreview(link: $link, scopes: [registry], filter: { type: all }) { assetCount } }',
        { key, variables: { link } },
      ),
    ]
    const rejections = replies.map((reply) => `${codeOf(reply)}: ${reply.json.errors[0].message}`)
    return [...new Set(rejections)]
  }

  test('that is forged is rejected, as every other text is', async () => {
    for (const forged of forgeriesOf(await linkWith()))
      expect
        .soft(await rejectionsOf(forged), forged.slice(0, 100))
        .toEqual([
          'invalid_parameter: This is not a valid connection link; copy the whole link, or ask for a new one.',
        ])
  })

  test('that is no longer stored is not found', async () => {
    const link = await linkWith()
    await database.prisma.connectionLink.deleteMany({ where: { id: id(link) } })
    expect(await rejectionsOf(link)).toEqual([
      'record_not_found: This connection link is no longer stored, or is for another account than yours; ask for a new one.',
    ])
  })

  test('that has expired has a problem, and cannot be approved', async () => {
    const { key } = await newClient(gateway)
    const link = await linkWith({ expiresAt: new Date('2026-01-01T00:00:00Z') })
    const { connectionRequest } = await dataOf(gateway, key, REQUEST, { link })
    expect(connectionRequest.problem).toBe('link_expired')
    const reply = await gateway.graphql(GRANT, { key, variables: await terms(gateway, key, link) })
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toContain('expired')
  })

  test('of an ended key, for the other environment, or for a user without a portfolio, has a problem', async () => {
    const of = await createFixtures(database)
    const link = await linkOf(gateway, of)
    const sandbox = await newClient(gateway, 'sandbox')
    const rejections = []
    for (const key of [of.bearer.other, sandbox.key, of.bearer.staff]) {
      const { connectionRequest } = await dataOf(gateway, key, REQUEST, { link })
      rejections.push([connectionRequest.problem, await approve(key, link)])
    }
    await revokeKey(database.prisma, OPERATOR, { keyId: of.requestingKeyId })
    const { connectionRequest } = await dataOf(gateway, of.bearer.client, REQUEST, { link })
    rejections.push([connectionRequest.problem, await approve(of.bearer.client, link)])
    expect(rejections).toEqual([
      [null, null],
      ['other_environment', 'invalid_parameter'],
      ['no_portfolio', 'caller_not_allowed'],
      ['key_ended', 'invalid_parameter'],
    ])
  })

  test('is not approved by an account that is not proved', async () => {
    const { key, clientId } = await newClient(gateway)
    await database.prisma.user.update({ where: { id: clientId }, data: { provedAt: null } })
    const link = await linkWith()
    const { connectionRequest } = await dataOf(gateway, key, REQUEST, { link })
    expect([connectionRequest.problem, await approve(key, link)]).toEqual([
      'not_proved',
      'caller_not_allowed',
    ])
    expect(await database.prisma.grant.count({ where: { clientId } })).toBe(0)
  })

  test('that is declined is recorded for the firm, once', async () => {
    const { key, clientId } = await newClient(gateway)
    const link = await linkWith()
    for (const _ of [1, 2]) {
      const variables = { link }
      const document = 'mutation ($link: String!) { declineConnection(link: $link) }'
      expect(await dataOf(gateway, key, document, variables)).toEqual({ declineConnection: true })
    }
    const { auditEvents } = await dataOf(
      gateway,
      fixtures.bearer.member,
      `{ auditEvents(firmId: "${fixtures.firmId}") { nodes { action subject actor } } }`,
    )
    const declined = auditEvents.nodes.filter(
      (event: { action: string }) => event.action === 'link.declined',
    )
    expect(declined).toEqual([
      { action: 'link.declined', subject: fixtures.requestingKeyId, actor: 'Ada Hale' },
    ])
    expect(await database.prisma.grant.count({ where: { clientId } })).toBe(0)
  })
})
