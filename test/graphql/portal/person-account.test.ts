import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { linkOf } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures, memberOf } from './fixtures.ts'

const gateway = testGateway({ sendsMail: true })
const mailless = testGateway({ database: gateway.database })
const { prisma } = gateway.database
let of: Fixtures

const ACCOUNT = `query ($userId: ID!) { personAccount(userId: $userId) { userId email isLockedOut
  hasPassword invitedUntil environment memberships { firm { id } }
  auditEvents { nodes { action changes { member after { text } } } } } }`
const SEARCH = `query ($text: String!) { staffSearch(text: $text) {
  people { userId } clients { clientId } keys { id } } }`

async function search(text: string) {
  const { staffSearch } = await dataOf(gateway, of.bearer.staff, SEARCH, { text })
  const { people, clients, keys } = staffSearch
  return {
    people: people.map(({ userId }: { userId: string }) => userId),
    clients: clients.map(({ clientId }: { clientId: string }) => clientId),
    keys: keys.map(({ id }: { id: string }) => id),
  }
}

const help = (name: string, input: { userId: string; reason: string }, at = gateway) =>
  at.graphql(`mutation ($input: AccountHelp!) { ${name}(input: $input) { isLockedOut } }`, {
    key: of.bearer.staff,
    variables: { input },
  })

describe('staff find', () => {
  test('anyone by their email: a member of a firm, a colleague, a client', async () => {
    for (const id of [of.adminId, of.clientId]) {
      const { email } = await prisma.user.findUniqueOrThrow({ where: { id } })
      expect((await search(email)).people).toEqual([id])
    }
  })

  test('a client by the registry id of an asset, and nothing by an unknown one', async () => {
    const nothing = { people: [], clients: [], keys: [] }
    expect(await search(of.ids.watch ?? '')).toEqual({ ...nothing, clients: [of.clientId] })
    expect(await search('ORY-WA-01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual(nothing)
  })

  test('a key by a connection link, and by its address', async () => {
    const link = await linkOf(gateway, of, { scopes: ['registry'] })
    const { keyId } = await prisma.connectionLink.findFirstOrThrow({
      where: { id: link.split('.')[0] ?? '' },
    })
    expect((await search(link)).keys).toEqual([keyId])
    expect((await search(`https://a.example/connect/${link}`)).keys).toEqual([keyId])
  })

  test('the owner of an access token by the token and by its reference; no secret is stored or logged', async () => {
    const { token, reference } = await createToken(prisma, OPERATOR, {
      userId: of.clientId,
    })
    expect((await search(token)).people).toEqual([of.clientId])
    expect((await search(reference)).people).toEqual([of.clientId])
    expect((await search(`pat_${reference}`)).people).toEqual([of.clientId])
    const { partner } = of.bearer
    expect((await search(partner)).keys).toEqual([of.requestingKeyId])
    const events = await prisma.auditEvent.findMany({ where: { action: 'staff.searched' } })
    for (const secret of [token, partner]) {
      const hidden = secret.slice(-42)
      expect(JSON.stringify(events)).not.toContain(hidden)
      expect(gateway.log.join('')).not.toContain(hidden)
    }
  })
})

describe('an account', () => {
  test('is neither that of an unknown id nor that of a sandbox client, which is no person', async () => {
    const trial = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const
    await createKey(prisma, OPERATOR, { firmId: of.firmId, ...trial })
    const { id } = await prisma.user.findFirstOrThrow({ where: { sandboxFirmId: { not: null } } })
    for (const userId of [id, 'x', 'user_', 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
      const call = { key: of.bearer.staff, variables: { userId } }
      expect(codeOf(await gateway.graphql(ACCOUNT, call))).toBe('record_not_found')
    }
  })
})

describe('help', () => {
  test('locks a person out and lifts the lock by a mailed link; the history has who and why', async () => {
    const { id: userId } = await memberOf(gateway.database, of.firmId, 'member')
    const locked = await help('lockPerson', { userId, reason: 'Lost their telephone' })
    expect(locked.json.data.lockPerson).toEqual({ isLockedOut: true })
    await help('unlockPerson', { userId, reason: 'Called from the office' })
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
    expect(await prisma.mail.count({ where: { email, kind: 'invitation' } })).toBe(1)
    const { personAccount } = await dataOf(gateway, of.bearer.staff, ACCOUNT, { userId })
    expect(personAccount).toMatchObject({ isLockedOut: false, invitedUntil: expect.any(String) })
    const reasons = personAccount.auditEvents.nodes
      .flatMap(({ changes }: { changes: { member: string; after: { text: string } }[] }) => changes)
      .filter(({ member }: { member: string }) => member === 'reason')
      .map(({ after }: { after: { text: string } }) => after.text)
    expect(new Set(reasons)).toEqual(new Set(['Lost their telephone', 'Called from the office']))
  })

  test('never shows a link to staff: where no mail is sent, an operator creates it', async () => {
    const { id: userId } = await memberOf(gateway.database, of.firmId, 'member')
    const input = { userId, reason: 'Forgot it' }
    expect(codeOf(await help('sendInvitation', input, mailless))).toBe('state_conflict')
  })

  test('needs a reason', async () => {
    const { id: userId } = await memberOf(gateway.database, of.firmId, 'member')
    for (const reason of ['', '  ', 'x'.repeat(281), 'two\nlines', 'a\u202eb'])
      expect(codeOf(await help('lockPerson', { userId, reason }))).toBe('invalid_parameter')
  })

  test('is not for oneself, and not for a colleague', async () => {
    const colleague = await createStaff(prisma, OPERATOR, {
      name: 'Kit Moss',
      email: 'kit.moss@example.com',
    })
    for (const userId of [colleague.id, of.staffId])
      for (const name of ['lockPerson', 'unlockPerson', 'sendInvitation', 'resetFactors'])
        expect(codeOf(await help(name, { userId, reason: 'Trial' }))).toBe('caller_not_allowed')
  })
})

beforeAll(async () => {
  of = await createFixtures(gateway.database)
  await createFixtures(gateway.database)
  await prisma.firm.updateMany({ where: { id: of.firmId }, data: { name: '100 % Field_Trust' } })
  await prisma.apiKey.updateMany({ where: { id: of.keyId }, data: { name: 'Zeta reports' } })
  const client = { name: 'Wilma Tarn', email: 'w.tarn@example.com' }
  await prisma.user.updateMany({ where: { id: of.clientId }, data: client })
})

const FOUND = `query ($text: String!) { staffSearch(text: $text) {
  firms { id } clients { id: clientId name environment } keys { id firm { name } }
  grants { id client { name } key { firmName } } } }`

async function find(text: string) {
  const { staffSearch } = await dataOf(gateway, of.bearer.staff, FOUND, { text })
  const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)
  const { firms, clients, keys, grants } = staffSearch
  return { firms: ids(firms), clients: ids(clients), keys: ids(keys), grants: ids(grants) }
}

const NOTHING = { firms: [], clients: [], keys: [], grants: [] }

describe('staff find', () => {
  test('a firm by a part of its name, and a client by name or email, with their grants', async () => {
    for (const text of ['100 % field', 'Field_t', '% F', '_tr'])
      expect(await find(text), text).toEqual({ ...NOTHING, firms: [of.firmId] })
    const found = { ...NOTHING, clients: [of.clientId], grants: [of.grantId] }
    for (const text of ['wilma', 'TARN', 'w.tarn@']) expect(await find(text), text).toEqual(found)
  })

  test('a key by name or by the reference of a secret, with its grants', async () => {
    const found = { ...NOTHING, keys: [of.keyId], grants: [of.grantId] }
    expect(await find('zeta')).toEqual(found)
    const { reference } = await prisma.keySecret.findFirstOrThrow({ where: { keyId: of.keyId } })
    expect(await find(reference)).toEqual(found)
  })

  test('each by its id', async () => {
    expect((await find(of.firmId)).firms).toEqual([of.firmId])
    expect((await find(of.clientId)).clients).toEqual([of.clientId])
    expect((await find(of.keyId)).keys).toEqual([of.keyId])
    expect(await find(of.grantId)).toEqual({ ...NOTHING, grants: [of.grantId] })
  })

  test('nothing by a sign that SQL gives a meaning, and are told what cannot be looked for', async () => {
    for (const text of ['%%', '__', '%_', "' OR true --", '\\\\', 'Zeta%', 'w_tarn'])
      expect(await find(text), text).toEqual(NOTHING)
    for (const text of ['', 'x', ' x ', '\0\0', '\ud800x', 'x'.repeat(201)]) {
      const call = { key: of.bearer.staff, variables: { text } }
      expect(codeOf(await gateway.graphql(FOUND, call))).toBe('invalid_parameter')
    }
  })
})

test('a find is recorded, with its text only if it finds somebody, and each client that it finds, also by id', async () => {
  const read = { clientId: of.clientId, action: 'client.read' }
  const searches = () =>
    prisma.auditEvent.findMany({ where: { action: 'staff.searched' }, orderBy: { id: 'asc' } })
  const before = [await prisma.auditEvent.count({ where: read }), (await searches()).length]
  await find('wilma')
  await find('nobody of this name')
  await find(`sk_live_abcdefgh_${'x'.repeat(42)}`)
  await dataOf(gateway, of.bearer.staff, `{ client(id: "${of.clientId}") { name } }`)
  expect(await prisma.auditEvent.count({ where: read })).toBe((before[0] ?? 0) + 2)
  const texts = (await searches()).slice(before[1]).map(({ details }) => details)
  expect(texts).toEqual([{ text: 'wilma' }, { by: 'text' }, { by: 'reference' }])
})
