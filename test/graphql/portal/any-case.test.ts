import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { enterpriseFirm, keyOf } from '../../modules/fixtures.ts'
import { clientWith, grantWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { dataOf, portalGateway, someone } from './fixtures.ts'

const { gateway, database, prisma, fixtures } = portalGateway()
const NAMES = ['Zahnarzt', 'Ärzte', 'Arzt', 'Øst', 'Żuk', 'ΟΔΟΣ', 'Ёж']
const IN_ORDER = ['Arzt', 'Ärzte', 'Øst', 'Zahnarzt', 'Żuk', 'ΟΔΟΣ', 'Ёж']
const SEARCHED = [
  ['ärzte', 'Ärzte'],
  ['øST', 'Øst'],
  ['żUK', 'Żuk'],
  ['οδος', 'ΟΔΟΣ'],
  ['ёЖ', 'Ёж'],
] as const
let member = ''
let client = ''
let clientId = ''
let firmId = ''
let keyId = ''

/** A firm whose keys, members and clients have the names, and a client whose firms and assets have them. */
beforeAll(async () => {
  firmId = await enterpriseFirm(prisma)
  const asset = { type: 'asset', category: 'art' }
  const assets = NAMES.map((title) => ({ ...asset, ref: title, title }))
  const collections = NAMES.map((name) => ({ type: 'collection', ref: `c ${name}`, name }))
  const whole = { ...asset, ref: 'all', title: '1', collections: NAMES.map((name) => `c ${name}`) }
  clientId = await clientWith(database, [...collections, ...assets, whole])
  client = await sessionOf(database, clientId)
  for (const name of NAMES) {
    keyId = (await keyOf(prisma, { firmId, name })).id
    const added = await addMember(operator(prisma), { firmId, ...someone(name), role: 'member' })
    member = await sessionOf(database, added.id)
  }
  for (const name of NAMES) {
    const read = await createClient(operator(prisma), someone(name))
    await grantWith(database, keyId, read.id)
    const reader = await enterpriseFirm(prisma)
    await prisma.firm.updateMany({ where: { id: reader }, data: { name } })
    await grantWith(database, (await keyOf(prisma, { firmId: reader })).id, clientId)
  }
})

type Names = (search: string | null) => Promise<string[]>

const GRANT = 'client { name } key { firmName }'
const LISTS: Record<string, Names> = {
  'the keys of a firm': async (search) => {
    const text = `query ($id: ID!, $search: String) { firm(id: $id) {
      apiKeys(search: $search, orderBy: name) { nodes { name } } } }`
    const { firm } = await dataOf(gateway, member, text, { id: firmId, search })
    return firm.apiKeys.nodes.map(({ name }: { name: string }) => name)
  },
  'the firms of a client': async (search) => {
    const text = `query ($search: String) {
      connectedApps(search: $search, orderBy: name) { nodes { ${GRANT} } } }`
    const { connectedApps } = await dataOf(gateway, client, text, { search })
    return connectedApps.nodes.map((grant: { key: { firmName: string } }) => grant.key.firmName)
  },
  'the assets of a portfolio': async (search) => {
    const text = `query ($clientId: ID!, $search: String) { portfolio(clientId: $clientId) {
      assets(filter: { search: $search }, orderBy: { field: title }) { nodes { title } } } }`
    const { portfolio } = await dataOf(gateway, client, text, { clientId, search })
    const titles: string[] = portfolio.assets.nodes.map(({ title }: { title: string }) => title)
    return titles.filter((title) => title !== '1')
  },
}

test('lists are found by a text in any case, and in the order of a dictionary', async () => {
  for (const [list, names] of Object.entries(LISTS)) {
    for (const [search, name] of SEARCHED) expect.soft(await names(search), list).toEqual([name])
    expect.soft(await names(null), list).toEqual(IN_ORDER)
  }
})

test('staff find firms, clients, people and keys in any case, in the order of a dictionary', async () => {
  const document = `query ($text: String!) { staffSearch(text: $text) {
    firms { name } clients { name } people { name } keys { name } } }`
  const search = async (text: string) =>
    (await dataOf(gateway, fixtures.bearer.staff, document, { text })).staffSearch
  for (const [text, name] of SEARCHED) {
    const found = [{ name }]
    // A client and a member have the name.
    const people = [...found, ...found]
    expect.soft(await search(text)).toEqual({ firms: found, clients: found, people, keys: found })
  }
  const found = ['Arzt', 'Ärzte', 'Zahnarzt'].map((name) => ({ name }))
  expect(await search('RZT')).toMatchObject({ clients: found, firms: found })
})

test('members of a firm and collections of an asset are in the order of a dictionary', async () => {
  const members = `query ($firmId: ID!) { firmMembers(firmId: $firmId) { members { name } } }`
  const { firmMembers } = await dataOf(gateway, fixtures.bearer.staff, members, { firmId })
  expect(firmMembers.members).toEqual(IN_ORDER.map((name) => ({ name })))
  const text = `query ($clientId: ID!) { portfolio(clientId: $clientId) {
    assets(filter: { search: "1" }) { nodes { title detail { collections { name } } } } } }`
  const { portfolio } = await dataOf(gateway, client, text, { clientId })
  const [asset] = portfolio.assets.nodes.filter(({ title }: { title: string }) => title === '1')
  expect(asset.detail.collections).toEqual(IN_ORDER.map((name) => ({ name })))
})
