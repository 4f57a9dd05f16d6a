import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { registerConfirmHandler } from '../../data/session/step-up.ts'
import { useGet } from '../../data/session/use-get.ts'
import { usePost } from '../../data/session/use-post.ts'
import { t } from '../../i18n/text.ts'
import { PasskeyButton } from '../../sign-in/passkey-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'

type Resolve = (confirmed: boolean) => void

/** Opens “Confirm it’s you” when a request needs it. */
export function ConfirmIdentity() {
  const [resolve, setResolve] = useState<Resolve | null>(null)
  useEffect(() => {
    // The outer function keeps React from calling the setter's argument as an updater.
    const ask = () => new Promise<boolean>((resolvePromise) => setResolve(() => resolvePromise))
    return registerConfirmHandler(ask)
  }, [])
  if (!resolve) return null
  const close = (confirmed: boolean) => {
    setResolve(null)
    resolve(confirmed)
  }
  return <ConfirmIdentityDialog onClose={close} />
}

function ConfirmIdentityDialog({ onClose }: { onClose: Resolve }) {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } } | null>('/api/auth/get-session')
  const passkeys = useGet<readonly object[]>('/api/auth/passkey/list')
  const confirm = usePost('/api/auth/confirm')
  const [secret, setSecret] = useState('')
  const byCode = session.body?.user.twoFactorEnabled === true
  const hasPasskey = (passkeys.body?.length ?? 0) > 0
  const submit = async () => {
    const proof = byCode ? { code: secret } : { password: secret }
    if (await confirm.run(proof)) onClose(true)
  }
  return (
    <FormDialog
      isAbove
      title={t('Confirm it’s you')}
      verb={t('Confirm')}
      busy={confirm.busy}
      error={confirm.error}
      errorTitle={t('Could not confirm')}
      disabled={!session.body}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <Text>{t('Important changes need you to confirm your identity every 15 minutes.')}</Text>
      {session.error && <ErrorNotice error={session.error} onRetry={session.reload} />}
      {!session.body && !session.error && <RowsSkeleton rows={1} height={60} />}
      {session.body && <SecretInput byCode={byCode} value={secret} onChange={setSecret} />}
      {hasPasskey && (
        <PasskeyButton
          path="/api/auth/confirm/passkey"
          label={t('Use a passkey instead')}
          errorTitle={t('Could not confirm')}
          disabled={confirm.busy}
          onDone={() => onClose(true)}
        />
      )}
    </FormDialog>
  )
}

interface InputProps {
  readonly byCode: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function SecretInput({ byCode, value, onChange }: InputProps) {
  const common = {
    required: true,
    withAsterisk: false,
    autoFocus: true,
    value,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value),
  }
  if (!byCode)
    return <PasswordInput label={t('Your password')} autoComplete="current-password" {...common} />
  return (
    <TextInput
      label={t('Code from your authenticator app')}
      description={t('Without the app, sign out and sign in again with a recovery code.')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={64}
      {...common}
    />
  )
}
