import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../data/use-query.ts'
import { ActiveGrantsDocument, RevokeGrantDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name } from '../../ui/inline.tsx'

interface Props {
  readonly grant: {
    readonly id: string
    readonly state: string
    readonly key: { readonly name: string; readonly firmId: string; readonly firmName: string }
  }
  readonly onClose: () => void
}

/** Confirms and revokes a grant, with a request to delete what was read if the client wants it. */
export function RevokeDialog({ grant, onClose }: Props) {
  const { id, key, state } = grant
  const isReadElsewhere = useOtherKeys(grant)
  const [requestDeletion, setRequestDeletion] = useState(false)
  return (
    <ConfirmDialog
      title={t('Stop the access of {firmName} with the key {name}', {
        firmName: key.firmName,
        name: key.name,
      })}
      verb={t('Stop')}
      mutation={RevokeGrantDocument}
      variables={{ grantId: id, requestDeletion }}
      says={({ revokeGrant: { version } }) => ({
        text: t('The key {key} of {firm} can no longer read your portfolio.', {
          key: key.name,
          firm: key.firmName,
        }),
        link: { href: `/connected-apps/${id}/receipts/${version}-revoked`, label: t('Receipt') },
      })}
      onClose={onClose}
    >
      {rich(
        'The key {key} of {firm} loses access immediately: its next request is rejected. The firm keeps what it has already read. To connect again, it has to send you a new link.',
        { firm: <Name>{key.firmName}</Name>, key: <Name>{key.name}</Name> },
      )}
      {isReadElsewhere && (
        <Text size="sm" mt="sm">
          {t('With other keys the firm can still read your portfolio.')}
        </Text>
      )}
      {state === 'active' && (
        <Checkbox
          mt="md"
          mb="xs"
          label={t('Ask the firm to delete what it has read')}
          description={t('The firm is told, and answers once. You see the answer here.')}
          checked={requestDeletion}
          onChange={({ currentTarget }) => setRequestDeletion(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}

// Whether other keys of the firm can read the portfolio.
function useOtherKeys({ id, key: { firmId } }: Props['grant']): boolean {
  const { data } = useQuery(ActiveGrantsDocument, {}, { onVisit: 'again' })
  const grants = data?.connectedApps.nodes ?? []
  return grants.some(
    (other) => other.id !== id && other.key.firmId === firmId && other.key.state === 'active',
  )
}
