import { useState } from 'react'
import { useLocation } from 'wouter'
import { whoAmICommand } from '../../domain/keys/read-command.ts'
import type { CreateApiKeyMutation, FirmStatusFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { FirstRequest } from './first-request.tsx'
import { LostSecretDialog } from './lost-secret-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Created = CreateApiKeyMutation['createApiKey']

interface Props {
  readonly firm: FirmStatusFragment
  readonly version: string
  readonly onEnd: () => void
}

/** Creates a key, shows its secret, and opens its page. Where the response was lost, so is the secret. */
export function KeyCreation({ firm, version, onEnd }: Props) {
  const [created, setCreated] = useState<Created | null>(null)
  const [, navigate] = useLocation()
  if (!created) return <NewKeyDialog firm={firm} onCreated={setCreated} onClose={onEnd} />
  const { secret, keyId, key } = created
  const path = `/firms/${firm.id}/service-api/${keyId}`
  const name = key?.name ?? keyId
  if (secret === null)
    return <LostSecretDialog name={name} verb={t('Open the key')} onNext={() => navigate(path)} />
  return (
    <SecretDialog
      title={t('Secret of {name}', { name })}
      what={t('the secret')}
      secret={secret}
      {...nextStep(key, secret, version)}
      // In place of the entry of the history that guards the secret.
      onClose={() => navigate(path, { replace: true })}
    />
  )
}

// A sandbox key has a client to read. A production key needs a person who approves.
function nextStep(key: Created['key'], secret: string, version: string) {
  const client = key?.grants.nodes[0]?.client
  if (client?.isSandboxClient)
    return { trial: <FirstRequest secret={secret} version={version} clientId={client.id} /> }
  return {
    note: t(
      'Next: create a connection link and send it to a client. The key cannot read anything until a client approves.',
    ),
    tryIt: t('Test the key:'),
    curl: whoAmICommand({ origin: window.location.origin, secret, version }),
  }
}
