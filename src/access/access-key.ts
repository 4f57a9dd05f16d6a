import { createHash } from 'node:crypto'
import type { PortfolioAccess } from './visibility.ts'

const keys = new WeakMap<PortfolioAccess, string>()

/**
 * A hash of everything that decides what an access shows, except the clock: the portfolio and its
 * newest change, the terms of the grant by content, and the epoch of the database. Versions alone do not
 * decide it: after a rewind of the database the same version may stand for other terms and data.
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
  const { dataVersion, changedAt } = access
  const { clientId, scopes, filter } = visibility
  const portfolio = [epoch, clientId, clientName, environment, currency, dataVersion, changedAt]
  return JSON.stringify([...portfolio, [...scopes], filter, grant])
}
