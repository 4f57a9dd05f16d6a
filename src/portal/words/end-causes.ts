import type { GrantEndCause } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

/** The cause of the end of an access, as its client reads it. */
export const END_CAUSES: Readonly<Record<GrantEndCause, string>> = {
  client: t('You revoked it'),
  firm: t('The firm gave it back'),
  operator: t('The operator of this service revoked it, or it is not recorded by whom'),
  expiry: t('The end date was reached'),
  key_revoked: t('The firm’s key was revoked'),
  key_expired: t('The firm’s key expired'),
}
