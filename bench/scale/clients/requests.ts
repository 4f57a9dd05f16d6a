import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, print, separateOperations } from 'graphql'
import { type BenchRequest, graphql, rest } from '../../contenders/request.ts'
import { ROOT } from '../../paths.ts'
import { firstAsset } from '../ids.ts'
import type { People } from './people.ts'

/** A request that is measured. `grows`: the number that its cost grows with; null: with none but its page. */
export interface Row {
  readonly reader: 'key' | 'client' | 'admin' | 'staff'
  readonly name: string
  readonly grows: string | null
  readonly request: BenchRequest
}

/** Those who ask, and whom they ask about. */
export interface Subjects {
  readonly people: People
  readonly secret: string
  /** Of a key with two scopes of the client of the large portfolio. */
  readonly twoScopes: string
  readonly keyId: string
  /** The number of the client of the large portfolio, and the id. */
  readonly number: number
  readonly clientId: string
  /** A client of a mean portfolio. */
  readonly otherId: string
}

const ASSETS = 'assets of the client'
const MANY = 'clients of the key'

/** The requests of a key and of the pages of the portal, whose documents are those of the portal itself. */
export function rowsOf(subjects: Subjects): Row[] {
  return [...keyRows(subjects), ...clientRows(subjects), ...firmRows(subjects)]
}

function keyRows({ secret, twoScopes, number, clientId: id, otherId }: Subjects): Row[] {
  const get = (name: string, path: string, grows: string | null = null): Row => ({
    reader: 'key',
    name,
    grows,
    request: rest(`/api/v1${path}`, secret),
  })
  const ask = (name: string, query: string, grows: string | null, by = secret): Row => ({
    reader: 'key',
    name,
    grows,
    request: graphql(query, {}, { Authorization: `Bearer ${by}` }),
  })
  return [
    get('page', `/assets?client_id=${id}`),
    get('page of a small portfolio', `/assets?client_id=${otherId}`),
    get('one asset', `/assets/${firstAsset(number)}?client_id=${id}`),
    get('unchanged poll', `/assets?client_id=${id}&updated_since=2026-01-01T00:00:00Z`),
    get('minimum value', `/assets?client_id=${id}&min_value=1000000`),
    get('summary', `/portfolio/summary?client_id=${id}`, `${ASSETS}, at each version`),
    ask(
      'oldest changes of two scopes',
      `{ portfolio(clientId: "${id}") { assets(first: 25, orderBy: { field: updated_at }) { nodes { registryId updatedAt } } } }`,
      null,
      twoScopes,
    ),
    get('valuations', `/assets/${firstAsset(number)}/valuations?client_id=${id}`),
    get('change feed', '/changes'),
    ask(
      'totals',
      '{ portfolioTotals { portfolioCount currencies { currency assetCount totalValue } } }',
      MANY,
    ),
  ]
}

function clientRows({ people, clientId, number }: Subjects): Row[] {
  const ask = askAs('client', people.client)
  const from = '2024-06-01T00:00:00Z'
  const dates = {
    ...{ today: '2030-01-01', tomorrow: '2030-01-02', soon: '2030-03-01' },
    ...{ monthAgo: '2029-12-01', beforeMonth: '2029-11-30' },
    ...{ yearAgo: '2029-01-01', beforeYear: '2028-12-31' },
  }
  const instants = { yearAgo: '2029-01-01T00:00:00Z', tomorrow: '2030-01-02T00:00:00Z' }
  const list = { clientId, first: 25 }
  const byValue = { ...list, orderBy: { field: 'market_value', direction: 'desc' } }
  const registryId = firstAsset(number)
  return [
    ask('Overview', { clientId, ...dates }, `${ASSETS}, at each version`),
    ask(
      'ValueHistory',
      { clientId, interval: 'month', from, ...instants },
      'valuations, at each version',
    ),
    ask('OverviewGrants', {}, 'grants of the client'),
    ask('OwnAssets', list, null, 'by title'),
    ask('OwnAssets', byValue, null, 'by value'),
    ask('OwnAssets', { ...list, filter: { search: 'no. 99' } }, ASSETS, 'search'),
    ask('OwnAssets', { ...list, filter: { underinsured: true } }, null, 'underinsured'),
    ask('OwnAsset', { clientId, registryId }),
    ask('ConnectedApps', { clientId }),
  ]
}

function firmRows({ people, keyId }: Subjects): Row[] {
  const admin = askAs('admin', people.admin)
  const staff = askAs('staff', people.staff)
  const firmId = 'firm_0F000000000000000000000001'
  const clients = { firmId, environment: 'production', first: 25, keyId }
  return [
    admin(
      'FirmDashboard',
      { firmId, environment: 'production' },
      'grants of the firm, and hours of its keys in 30 days',
    ),
    admin('FirmHistory', { firmId, counted: false }),
    admin('FirmHistory', { firmId, counted: true }, 'events that are counted', 'with the count'),
    admin('FirmKeys', { firmId }, 'grants of the 25 keys'),
    admin('FirmKey', { keyId }),
    admin('FirmClients', clients),
    admin('FirmClients', { ...clients, search: 'Client 49' }, MANY, 'search'),
    admin('RequestLog', { firmId, keyId }),
    admin('KeyWebhooks', { keyId, attempts: 10 }),
    staff('Firms', {}, 'grants of the 25 firms'),
    staff('StaffSearch', { text: 'client49' }),
  ]
}

function askAs(reader: Row['reader'], headers: Readonly<Record<string, string>>) {
  return (
    operation: string,
    variables: Readonly<Record<string, unknown>>,
    grows: string | null = null,
    how = '',
  ): Row => {
    const document = documents[operation]
    if (document === undefined) throw new Error(`The portal has no operation ${operation}.`)
    const name = how ? `${operation}, ${how}` : operation
    return { reader, name, grows, request: graphql(print(document), variables, headers) }
  }
}

const PORTAL = join(ROOT, 'src/portal')
const documents = separateOperations(
  parse(
    readdirSync(PORTAL, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.graphql'))
      .map((path) => readFileSync(join(PORTAL, path), 'utf8'))
      .join('\n'),
  ),
)
