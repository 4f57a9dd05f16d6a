import { createHash } from 'node:crypto'
import type { PortfolioAccess } from './visibility.ts'

const keys = new WeakMap<PortfolioAccess, string>()

/**
 * A hash of everything that decides what an access shows: the portfolio and its newest change, the content of the
 * grant's terms, and the epoch of the database. Versions alone are not enough:
 * after a rewind of the database, the same version can name other terms and data.
 */
export function accessKey(access: PortfolioAccess): string {
  const known = keys.get(access)
  if (known !== undefined) return known
  const key = createHash('sha256').update(decisiveMembers(access)).digest('base64url')
  keys.set(access, key)
  return key
}

function decisiveMembers(access: PortfolioAccess): string {
  const { visibility, grant, epoch, clientName, environment, currency } = access
  const { dataVersion, changedAt, fullBefore, deltasFrom } = access
  const { clientId, scopes, filter } = visibility
  const instants = [changedAt, fullBefore, deltasFrom]
  const portfolio = [epoch, clientId, clientName, environment, currency, dataVersion, ...instants]
  return JSON.stringify([...portfolio, [...scopes], filter, grant])
}
