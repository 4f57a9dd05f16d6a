import type { GrantEndCause } from '../generated/graphql.ts'

/** Who or what ended the access, as its client reads it. */
export const END_CAUSES: Readonly<Record<GrantEndCause, string>> = {
  client: 'You revoked it',
  firm: 'The firm gave it back',
  operator: 'The operator of this service revoked it',
  expiry: 'The end date was reached',
  key_revoked: 'The firm’s key was revoked',
  key_expired: 'The firm’s key expired',
  not_recorded: 'It was revoked, and it is not recorded by whom',
}
