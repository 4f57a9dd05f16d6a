import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { useAction } from '../../data/use-action.ts'
import {
  CreateWebhookEndpointDocument,
  type CreateWebhookEndpointMutation,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface Props {
  readonly keyId: string
  readonly onClose: () => void
}

type Created = CreateWebhookEndpointMutation['createWebhookEndpoint']

/** Creates a webhook endpoint, and shows its secret. */
export function NewWebhookDialog({ keyId, onClose }: Props) {
  const [created, setCreated] = useState<Created | null>(null)
  if (created) return <WebhookSecret secret={created.secret} onClose={onClose} />
  return <NewWebhookForm keyId={keyId} onCreated={setCreated} onClose={onClose} />
}

interface FormProps extends Props {
  readonly onCreated: (created: Created) => void
}

function NewWebhookForm({ keyId, onCreated, onClose }: FormProps) {
  const idempotencyKeyOf = useIdempotencyKey()
  const [url, setUrl] = useState('')
  const [isSent, setIsSent] = useState(false)
  const create = useAction(CreateWebhookEndpointDocument)
  const problem = isSent ? findUrlProblem(url) : null
  const submit = async () => {
    setIsSent(true)
    if (findUrlProblem(url) !== null) return
    const endpoint = { keyId, url: url.trim() }
    const idempotencyKey = idempotencyKeyOf(endpoint)
    const created = await create.run({ input: { ...endpoint, idempotencyKey } })
    if (created) onCreated(created.createWebhookEndpoint)
  }
  return (
    <FormDialog
      title={t('New webhook endpoint')}
      size="lg"
      verb={t('Add endpoint')}
      busy={create.busy}
      error={create.error}
      errorTitle={t('The endpoint could not be added')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t('It gets what changes from now on. Its secret is shown once, in the next step.')}
      </Text>
      <TextInput
        type="text"
        inputMode="url"
        label={t('Address')}
        description={t('A public https address, on port 443 or above 1023')}
        placeholder="https://hooks.example.com/orangery"
        required
        maxLength={2048}
        data-autofocus
        error={problem}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
    </FormDialog>
  )
}

// Says what is wrong with the address of a webhook endpoint, if anything. The server checks more.
function findUrlProblem(text: string): string | null {
  const address = text.trim()
  if (address === '') return null
  if (!/^https:\/\/[^/]/i.test(address))
    return t('Begin with https://, for example https://hooks.example.com/orangery')
  if (!URL.canParse(address)) return t('This is not a valid address.')
  const { username, password, hash } = new URL(address)
  if (username !== '' || password !== '')
    return t('Leave out the user name and the password. Every request is signed instead.')
  if (hash !== '' || address.endsWith('#')) return t('Leave out the part from #. It is never sent.')
  return null
}
