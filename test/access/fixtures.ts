import { createAuthenticator } from '../../src/access/authenticator.ts'
import type { Partner } from '../../src/access/caller.ts'
import { createSessionCookies } from '../../src/access/cookies.ts'
import type { PortfolioAccess } from '../../src/access/visibility.ts'
import type { Database } from '../../src/database/client.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { RequestContext } from '../../src/load/request-context.ts'

type Limits = Parameters<typeof createAuthenticator>[3]

/** An authenticator with windows of its own. */
export const testAuthenticator = ({ pool }: Database, limits?: Limits) =>
  createAuthenticator(pool, createMemoryQuota(), createSessionCookies('key', undefined), limits)

export const contextFrom = (ip = '192.0.2.1') => new RequestContext(undefined, ip, new Date())

/** A partner whose key has the registry alone. */
export const PARTNER: Partner = {
  kind: 'partner',
  keyId: 'key_x',
  keyName: 'Reports',
  environment: 'production',
  tier: 'standard',
  scopes: new Set(['registry']),
  allowedIps: [],
  trustedDocumentsOnly: false,
  secretEnds: false,
  firm: { id: 'firm_x', name: 'Hale Estates' },
}

/** The access to all assets of a client, without a grant. */
export const accessTo = (clientId: string): PortfolioAccess => ({
  visibility: {
    clientId,
    scopes: new Set(['registry']),
    filter: { type: 'all' },
    completeFrom: new Date(0),
    changedUntil: new Date(0),
  },
  grant: null,
  clientName: 'Ada Hale',
  environment: 'production',
  currency: 'USD',
  epoch: '1-00000001-1',
  dataVersion: '1',
  changedAt: new Date(0),
  fullBefore: null,
  deltasFrom: null,
  isSettled: true,
})
