import {
  type ConsentRequest,
  signConsentRequest,
} from '../../../src/modules/partner-access/connection-link.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { clientWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { type Fixtures, LINK_SECRET } from './fixtures.ts'

export const GRANT = `mutation ($input: NewPartnerGrant!) { createGrant(input: $input) {
  id version state scopes effectiveScopes expiresAt filter { type count values { id label } }
  key { name firmName } client { id } auditEvents { nodes { action actor requestId changes { member after { text count values { value } } } } } } }`

/** A link of the key that lasts an hour by default. */
export function linkOf(
  { requestingKeyId: keyId, adminId: madeBy }: Pick<Fixtures, 'requestingKeyId' | 'adminId'>,
  ask: Partial<ConsentRequest> = {},
  secret = LINK_SECRET,
) {
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
  const base = {
    keyId,
    madeBy,
    madeAt: new Date(),
    scopes: ['registry', 'valuation'],
    purpose: 'A report',
  } as const
  return signConsentRequest({ ...base, expiresAt, ...ask }, secret)
}

/** A client without grants. */
export async function newClient(
  { database }: TestGateway,
  environment: 'production' | 'sandbox' = 'production',
) {
  const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }
  const clientId = await clientWith(database, [asset], environment)
  return { clientId, key: await sessionOf(database, clientId) }
}

export const terms = (link: string, more: object = {}) => ({
  input: { link, scopes: ['registry'], filter: { type: 'all' }, ...more },
})
