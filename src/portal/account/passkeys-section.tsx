import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { createOnDevice } from '../data/passkeys/ask-device.ts'
import { passkeysWork } from '../data/passkeys/passkeys-work.ts'
import { useGet } from '../data/session/use-get.ts'
import { postConfirmed, usePost } from '../data/session/use-post.ts'
import { type Result, useRun } from '../data/use-run.ts'
import { formatBrowser } from '../domain/history/format-browser.ts'
import { rich, t } from '../i18n/text.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Dimmed } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { QueryView, Section } from '../ui/page-parts.tsx'
import { useFields } from '../ui/use-fields.ts'

interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The user's passkeys. Each can be renamed. A removal ends the other sessions that the passkey began. */
export function PasskeysSection({ onChange }: { readonly onChange: () => void }) {
  const passkeys = useGet<readonly Passkey[]>('/api/auth/passkey/list')
  const works = passkeysWork()
  const changed = () => {
    passkeys.reload()
    onChange()
  }
  return (
    <Section
      title={t('Passkeys')}
      description={t(
        'Sign in with a fingerprint, your face or a screen lock, without password and code.',
      )}
      action={
        works && (
          <DialogButton
            variant="filled"
            dialog={(close) => <AddDialog onChange={changed} onClose={close} />}
          >
            {t('Add a passkey')}
          </DialogButton>
        )
      }
    >
      <QueryView of={passkeys} rows={1} height={44}>
        {(all) => (
          <Stack gap="md">
            {all.length === 0 && <Text c="dimmed">{works ? NONE : NOT_HERE}</Text>}
            {all.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} onChange={changed} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Section>
  )
}

const NONE = t('You have no passkeys.')
const NOT_HERE = t(
  'This browser offers no passkeys at this address. They need https and a domain name.',
)

interface RowProps {
  readonly passkey: Passkey
  readonly onChange: () => void
}

function Row({ passkey, onChange }: RowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 14rem' }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Dimmed>
          {rich('Added {added}. Last used: {used}', {
            added: <Instant at={createdAt} />,
            used: <Instant at={lastUsedAt} />,
          })}
        </Dimmed>
      </div>
      <Group gap="xs">
        {ROW_ACTIONS.map(([verb, ActionDialog]) => (
          <DialogButton
            key={verb}
            size="xs"
            aria-label={`${verb} ${name}`}
            dialog={(close) => (
              <ActionDialog passkey={passkey} onChange={onChange} onClose={close} />
            )}
          >
            {verb}
          </DialogButton>
        ))}
      </Group>
    </Group>
  )
}

const ROW_ACTIONS = [
  [t('Rename'), RenameDialog],
  [t('Remove'), RemoveDialog],
] as const

interface DialogProps {
  /** After the list has changed. */
  readonly onChange: () => void
  readonly onClose: () => void
}

// Names a new passkey and has the device create it.
function AddDialog({ onChange, onClose }: DialogProps) {
  const { texts, field } = useFields({ name: formatBrowser(navigator.userAgent) })
  return (
    <FormDialog
      title={t('Add a passkey')}
      lead={t(
        'Your browser or device then asks you to confirm with a fingerprint, your face, a PIN or a screen lock.',
      )}
      verb={t('Continue')}
      errorTitle={t('The passkey was not added')}
      action={useRun(addPasskey, onChange)}
      input={texts.name}
      onClose={onClose}
    >
      <NameInput {...field('name')} />
    </FormDialog>
  )
}

function RenameDialog({ passkey: { id, name }, onChange, onClose }: RowProps & DialogProps) {
  const { texts, field } = useFields({ name })
  return (
    <FormDialog
      title={t('Rename passkey')}
      verb={t('Rename')}
      errorTitle={t('The passkey was not renamed')}
      action={usePost('/api/auth/passkey/rename', onChange)}
      input={{ id, ...texts }}
      onClose={onClose}
    >
      <NameInput {...field('name')} />
    </FormDialog>
  )
}

// Removing a passkey ends the other sessions that it began.
function RemoveDialog({ passkey: { id, name }, onChange, onClose }: RowProps & DialogProps) {
  return (
    <FormDialog
      title={t('Remove passkey')}
      lead={t(
        '“{name}” no longer signs you in, and other browsers that are signed in with it are signed out. The device may still list it: remove it there too.',
        { name },
      )}
      takesOpener
      destructive
      verb={t('Remove')}
      errorTitle={t('The passkey was not removed')}
      action={usePost('/api/auth/passkey/remove', onChange)}
      input={{ id }}
      onClose={onClose}
    />
  )
}

function NameInput(field: ReturnType<ReturnType<typeof useFields<'name'>>['field']>) {
  return (
    <TextInput
      label={t('Name')}
      description={t('To tell your passkeys apart, e.g. “Work laptop”')}
      required
      maxLength={200}
      data-autofocus
      {...field}
    />
  )
}

const PATH = '/api/auth/passkey/add'

async function addPasskey(name: string): Promise<Result<object>> {
  const options = await postConfirmed<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/options`, {})
  if ('error' in options) return options
  const created = await createOnDevice(options.body)
  if ('error' in created) return created
  return postConfirmed(PATH, { name, response: created.body })
}
