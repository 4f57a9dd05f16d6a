import { useState } from 'react'
import { useLocation } from 'wouter'
import { SecretDialog } from '../components/secret-dialog.tsx'
import type { CreateApiKeyMutation } from '../generated/graphql.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { whoAmICommand } from './read-command.ts'

interface Props {
  readonly firmId: string
  readonly version: string
  readonly onEnd: () => void
}

/** The form, then the secret this once, then the new key's page. */
export function KeyCreation({ firmId, version, onEnd }: Props) {
  const [made, setMade] = useState<CreateApiKeyMutation['createApiKey'] | null>(null)
  const [, navigate] = useLocation()
  if (!made) return <NewKeyDialog firmId={firmId} onCreated={setMade} onClose={onEnd} />
  const { secret, key } = made
  return (
    <SecretDialog
      title={`Secret of ${key.name}`}
      what="the secret"
      secret={secret}
      note="Next: create a connection link and send it to a client. The key cannot read anything until a client approves."
      tryIt="Test the key:"
      curl={whoAmICommand({ secret, version })}
      onClose={() => navigate(`/firms/${firmId}/service-api/${key.id}`)}
    />
  )
}
