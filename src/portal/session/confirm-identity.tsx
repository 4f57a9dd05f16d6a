import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { answerConfirmations } from './step-up.ts'
import { useGet } from './use-get.ts'
import { usePosting } from './use-posting.ts'

type Answer = (confirmed: boolean) => void

/** Opens “Confirm it’s you” whenever a request needs it. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(
    () =>
      answerConfirmations(
        () =>
          new Promise<boolean>((resolve) => setAnswer(() => (value: boolean) => resolve(value))),
      ),
    [],
  )
  if (!answer) return null
  const close = (confirmed: boolean) => {
    setAnswer(null)
    answer(confirmed)
  }
  return <Question onAnswer={close} />
}

function Question({ onAnswer }: { onAnswer: Answer }) {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } } | null>('/api/auth/get-session')
  const confirm = usePosting('/api/auth/confirm')
  const [secret, setSecret] = useState('')
  const byCode = session.body?.user.twoFactorEnabled === true
  const cancel = () => confirm.busy || onAnswer(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const proof = byCode ? { code: secret.trim() } : { password: secret }
    if (await confirm.run(proof)) onAnswer(true)
  }
  return (
    <Modal opened onClose={cancel} title="Confirm it’s you" zIndex={300} returnFocus={false}>
      <form onSubmit={submit}>
        <Stack>
          <Text>Important changes need you to confirm your identity every 15 minutes.</Text>
          {session.fault && <ErrorNotice fault={session.fault} onRetry={session.again} />}
          {!session.body && !session.fault && <RowsSkeleton rows={1} height={60} />}
          {confirm.fault && <ErrorNotice fault={confirm.fault} title="Could not confirm" />}
          {session.body && <SecretInput byCode={byCode} value={secret} onChange={setSecret} />}
          <DialogButtons
            verb="Confirm"
            busy={confirm.busy}
            disabled={!session.body}
            onClose={cancel}
          />
        </Stack>
      </form>
    </Modal>
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
    return <PasswordInput label="Your password" autoComplete="current-password" {...common} />
  return (
    <TextInput
      label="Code from your authenticator app"
      description="Without the app, sign out and sign in again with a recovery code."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      {...common}
    />
  )
}
