import { Text, TextInput } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { createOnDevice } from '../data/passkeys/ask-device.ts'
import { postConfirmed, usePost } from '../data/session/use-post.ts'
import { type Result, useRun } from '../data/use-run.ts'
import { formatBrowser } from '../domain/history/format-browser.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Passkey } from './passkeys-section.tsx'

interface Props {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Names a new passkey and has the device create it. */
export function AddPasskeyDialog({ onDone, onClose }: Props) {
  const [name, setName] = useState(() => formatBrowser(navigator.userAgent))
  const { run, busy, error } = useAddPasskey()
  return (
    <FormDialog
      title={t('Add a passkey')}
      verb={t('Continue')}
      busy={busy}
      error={error}
      errorTitle={t('The passkey was not added')}
      onSubmit={async () => void ((await run(name)) && onDone())}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'Your browser or device then asks you to confirm with a fingerprint, your face, a PIN or a screen lock.',
        )}
      </Text>
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  )
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: Props & { passkey: Passkey }) {
  const [name, setName] = useState(passkey.name)
  const { run, busy, error } = usePost('/api/auth/passkey/rename')
  return (
    <FormDialog
      title={t('Rename passkey')}
      verb={t('Rename')}
      busy={busy}
      error={error}
      errorTitle={t('The passkey was not renamed')}
      onSubmit={async () => void ((await run({ id: passkey.id, name })) && onDone())}
      onClose={onClose}
    >
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  )
}

/** Removes a passkey, which ends the other sessions that it began. */
export function RemovePasskeyDialog({ passkey, onDone, onClose }: Props & { passkey: Passkey }) {
  const [confirmed, setConfirmed] = useState(false)
  const { run, busy, error } = usePost('/api/auth/passkey/remove')
  const remove = async () => {
    setConfirmed(true)
    if (await run({ id: passkey.id })) onDone()
  }
  return (
    <FormDialog
      title={t('Remove passkey')}
      takesOpener={confirmed && !error}
      verb={t('Remove')}
      busy={busy}
      error={error}
      errorTitle={t('The passkey was not removed')}
      destructive
      onSubmit={remove}
      onClose={onClose}
    >
      <Text>
        {t(
          '“{name}” no longer signs you in, and other browsers that are signed in with it are signed out. The device may still list it: remove it there too.',
          { name: passkey.name },
        )}
      </Text>
    </FormDialog>
  )
}

function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label={t('Name')}
      description={t('To tell your passkeys apart, e.g. “Work laptop”')}
      required
      maxLength={200}
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const PATH = '/api/auth/passkey/add'

// Has the device create a passkey of this name and adds it to the account.
function useAddPasskey() {
  return useRun(add)
}

async function add(name: string): Promise<Result<object>> {
  const options = await postConfirmed<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/options`, {})
  if ('error' in options) return options
  const created = await createOnDevice(options.body)
  if ('error' in created) return created
  return postConfirmed(PATH, { name, response: created.body })
}
