import { Text } from '@mantine/core'
import { RevokeAccessTokenDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import type { CreatedToken } from './new-token-dialog.tsx'

interface Props {
  readonly created: CreatedToken
  readonly onClose: () => void
}

/** Shows the secret of a new token. Where the response was lost, so is the secret: the token is revoked. */
export function NewTokenResult({ created: { tokenId, token, secret }, onClose }: Props) {
  if (secret === null)
    return (
      <ConfirmDialog
        title={t('The token was lost on its way')}
        verb={t('Revoke it')}
        mutation={RevokeAccessTokenDocument}
        variables={{ tokenId }}
        onClose={onClose}
      >
        <Text size="sm">
          {t(
            'Your first attempt did create {hasName, select, true {“{name}”} other {the token}}. But the answer did not reach this browser, and a token is shown only once. Revoke it, then create another one.',
            { hasName: token !== undefined, name: token?.name ?? '' },
          )}
        </Text>
      </ConfirmDialog>
    )
  return (
    <SecretDialog
      title={t('Your new token')}
      what={t('the token')}
      secret={secret}
      curl={`curl '${window.location.origin}/plants?limit=3' \\\n  -H 'Authorization: Bearer ${secret}'`}
      onClose={onClose}
    />
  )
}
