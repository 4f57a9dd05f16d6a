import { Text } from '@mantine/core'
import { RevokeAccessTokenDocument } from '../generated/graphql.ts'
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
        title="The token was lost on its way"
        verb="Revoke it"
        mutation={RevokeAccessTokenDocument}
        variables={{ tokenId }}
        onClose={onClose}
      >
        <Text size="sm">
          Your first attempt did create {token ? `“${token.name}”` : 'the token'}. But the answer
          did not reach this browser, and a token is shown only once. Revoke it, then create another
          one.
        </Text>
      </ConfirmDialog>
    )
  return (
    <SecretDialog
      title="Your new token"
      what="the token"
      secret={secret}
      curl={`curl '${window.location.origin}/plants?limit=3' \\\n  -H 'Authorization: Bearer ${secret}'`}
      onClose={onClose}
    />
  )
}
