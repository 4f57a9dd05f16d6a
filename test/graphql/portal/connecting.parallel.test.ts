import { expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sendInWaves } from '../../support/waves.ts'
import { GRANT, linkOf, newClient, terms } from './connections.fixtures.ts'
import { createFixtures, dataOf, type Fixtures } from './fixtures.ts'

// `CONNECTIONS=1000` for a longer run.
const COUNT = Number(process.env.CONNECTIONS ?? 25)
// As many as wait for one key before the last of them would wait too long.
const AT_ONCE = 100
const LONG = { timeout: 120_000 + COUNT * 1_000 }
const HOME = 'https://firm.example/connected'

const gateway = testGateway()
const { prisma } = gateway.database

const OPEN = 'query ($link: String!) { connectionRequest(link: $link) { wayBack } }'

interface Approval {
  readonly key: string
  readonly clientId: string
  readonly link: string
  readonly variables: { readonly input: object }
}

/** Approves links at once, and gives what each client, and then the key, was told. */
async function approveAll(approvals: readonly Approval[], fixtures: Fixtures) {
  const approved: Awaited<ReturnType<typeof approve>>[] = []
  for (let at = 0; at < approvals.length; at += AT_ONCE)
    approved.push(...(await Promise.all(approvals.slice(at, at + AT_ONCE).map(approve))))
  const outcomes = await sendInWaves(approved.length, async (at) => {
    const path = `/api/v1/connections/${approved[at]?.id}`
    return (await gateway.request(path, { key: fixtures.bearer.partner })).json.data
  })
  return approved.map((each, at) => ({ ...each, outcome: outcomes[at] }))
}

async function approve({ key, clientId, link, variables }: Approval) {
  const { createGrant } = await dataOf(gateway, key, GRANT, variables)
  const { connectionRequest } = await dataOf(gateway, key, OPEN, { link })
  const id = new URL(connectionRequest.wayBack).searchParams.get('connection') ?? ''
  return { clientId, grantId: createGrant.id, id }
}

async function prepared(link: string): Promise<Approval> {
  const client = await newClient(gateway)
  return { ...client, link, variables: await terms(gateway, client.key, link) }
}

async function fixturesWithAddress() {
  const fixtures = await createFixtures(gateway.database)
  await prisma.apiKey.updateMany({
    where: { id: fixtures.requestingKeyId },
    data: { returnUrls: [HOME] },
  })
  return fixtures
}

test('approvals of one link at once mix nothing', LONG, async () => {
  const fixtures = await fixturesWithAddress()
  const link = await linkOf(gateway, fixtures, { returnUrl: HOME })
  const approvals = []
  for (let at = 0; at < COUNT; at++) approvals.push(await prepared(link))
  const answers = await approveAll(approvals, fixtures)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(COUNT)
  for (const { clientId, grantId, id, outcome } of answers)
    expect(outcome).toMatchObject({
      id,
      reference: null,
      client_id: clientId,
      grant: { id: grantId },
    })
  expect(await prisma.grant.count({ where: { keyId: fixtures.requestingKeyId } })).toBe(COUNT)
})

test('approvals of links with references at once mix nothing', LONG, async () => {
  const fixtures = await fixturesWithAddress()
  const references = new Map<string, string>()
  const approvals = []
  for (let at = 0; at < COUNT; at++) {
    const reference = `customer-${at}`
    const asked = { singleUse: true, reference, returnUrl: HOME, returnState: `s-${at}` }
    const approval = await prepared(await linkOf(gateway, fixtures, asked))
    references.set(approval.clientId, reference)
    approvals.push(approval)
  }
  for (const { clientId, grantId, outcome } of await approveAll(approvals, fixtures)) {
    const reference = references.get(clientId)
    expect(outcome).toMatchObject({ reference, client_id: clientId, grant: { id: grantId } })
    expect(await prisma.grant.findFirst({ where: { id: grantId } })).toMatchObject({ reference })
  }
})
