import { Text, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useActionOnce } from '../../data/use-action.ts'
import {
  CreateWebhookEndpointDocument,
  RollWebhookSecretDocument,
  type WebhookRowFragment,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { refuse } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/inline.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'

interface NewProps {
  readonly keyId: string
  readonly onClose: () => void
}

/** Creates a webhook endpoint, and shows its secret. */
export function NewWebhookDialog({ keyId, onClose }: NewProps) {
  const { texts, field } = useFields({ url: '' })
  const url = texts.url.trim()
  return (
    <FormDialog
      title={t('New webhook endpoint')}
      size="lg"
      lead={t('It gets what changes from now on. Its secret is shown once, in the next step.')}
      verb={t('Add endpoint')}
      errorTitle={t('The endpoint could not be added')}
      action={useActionOnce(CreateWebhookEndpointDocument)}
      input={(idempotencyKey) => ({ input: { keyId, url, idempotencyKey } })}
      next={({ createWebhookEndpoint: { secret } }) => (
        <WebhookSecret
          secret={secret}
          note={t('Check the signature of every request with it, as the guide for partners shows.')}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      <TextInput
        type="text"
        inputMode="url"
        label={t('Address')}
        description={t('A public https address, on port 443 or above 1023')}
        placeholder="https://hooks.example.com/orangery"
        required
        maxLength={2048}
        data-autofocus
        ref={refuse(findUrlProblem(url))}
        {...field('url')}
      />
    </FormDialog>
  )
}

// Says what is wrong with the address of a webhook endpoint, if anything. The server checks more.
function findUrlProblem(address: string): string | null {
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

interface RotateProps {
  readonly endpoint: WebhookRowFragment
  readonly onClose: () => void
}

/** Rotates the secret of a webhook endpoint, and shows the new one. */
export function RotateWebhookDialog({ endpoint, onClose }: RotateProps) {
  const { id: endpointId, url, previousSecretUntil } = endpoint
  return (
    <FormDialog
      title={t('Rotate the secret')}
      lead={rich(
        '{name} gets a new secret. For 24 hours every request is signed with both, so that you have time to switch.',
        { name: <Name>{url}</Name> },
      )}
      verb={t('Rotate secret')}
      errorTitle={t('The secret could not be rotated')}
      action={useActionOnce(RollWebhookSecretDocument)}
      input={(idempotencyKey) => ({ input: { endpointId, idempotencyKey } })}
      next={({ rollWebhookSecret: { secret } }) => (
        <WebhookSecret
          secret={secret}
          note={t('For 24 hours every request is signed with the old secret as well.')}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      {previousSecretUntil && (
        <Text size="sm">
          {t('A rotation is already in progress: the oldest secret stops signing now.')}
        </Text>
      )}
    </FormDialog>
  )
}

type SecretProps = Pick<ComponentProps<typeof SecretDialog>, 'secret' | 'note' | 'onClose'>

function WebhookSecret(shown: SecretProps) {
  const text = t(
    'Your first attempt did work, but its answer did not reach this browser, and a secret is shown only once. Rotate the secret of the endpoint to get another one.',
  )
  return (
    <SecretDialog
      title={t('Signing secret')}
      what={t('the signing secret')}
      lost={{ text, verb: t('Close') }}
      {...shown}
    />
  )
}
