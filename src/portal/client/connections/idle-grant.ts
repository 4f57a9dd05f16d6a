import type { GrantRevoker, GrantTermsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { END_CAUSES } from '../../words/end-causes.ts'

interface Grant extends Pick<GrantTermsFragment, 'state' | 'revokedBy' | 'replacedBy'> {
  readonly key: Pick<GrantTermsFragment['key'], 'state' | 'hasEnterprisePlan'>
}

const ASK_AGAIN = t('The firm has to ask again with a new link.')

const REVOKED_BY: Readonly<Record<GrantRevoker, string>> = {
  client: t('The client revoked it.'),
  firm: `${END_CAUSES.firm}.`,
  operator: `${END_CAUSES.operator}.`,
  key: t('The firm’s key has been revoked, and this access ended with it.'),
}

/** Whether the client can change the terms of a grant, so that it works afterwards. */
export function canChange({ state, key, replacedBy }: Grant): boolean {
  if (state === 'revoked' || key.state !== 'active' || replacedBy !== null) return false
  // Every change of an expired grant extends it.
  return state === 'active' || key.hasEnterprisePlan
}

/** The reason why a grant shows nothing, and the remedy; null: it works. */
export function formatIdle(grant: Grant, isOwn: boolean): string | null {
  const { state, key, replacedBy } = grant
  if (state === 'active') return key.state === 'active' ? null : formatKeyEnd(key.state)
  if (state === 'expired' && key.state !== 'active')
    return `${t('It has expired, and the firm’s key has ended.')} ${ASK_AGAIN}`
  const ended = state === 'expired' ? t('It has expired.') : formatRevocation(grant, isOwn)
  if (replacedBy !== null)
    return t('{ended} Another connection with the same key has replaced it.', { ended })
  if (state === 'expired') return `${ended} ${formatExtension(grant, isOwn)}`
  return isOwn
    ? t('{ended} The firm would have to ask you again with a new link.', { ended })
    : t('{ended} The firm would have to ask the client again with a new link.', { ended })
}

function formatExtension({ key }: Grant, isOwn: boolean): string {
  if (!key.hasEnterprisePlan)
    return isOwn
      ? t('You can choose a new end date once the firm has an active Enterprise plan.')
      : t('The client can choose a new end date once the firm has an active Enterprise plan.')
  return isOwn
    ? t('Choose a new end date to turn it on again.')
    : t('The client can choose a new end date to turn it on again.')
}

function formatKeyEnd(state: 'expired' | 'revoked'): string {
  const ended =
    state === 'expired' ? t('The firm’s key has expired.') : t('The firm’s key has been revoked.')
  return `${ended} ${ASK_AGAIN}`
}

function formatRevocation({ revokedBy }: Grant, isOwn: boolean): string {
  if (isOwn && revokedBy === 'client') return `${END_CAUSES.client}.`
  return revokedBy ? REVOKED_BY[revokedBy] : t('It was revoked.')
}
