import { Center, Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { usePost } from '../data/session/use-post.ts'
import { rich } from '../i18n/rich-text.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

interface Props {
  /** Called when two-step verification is on, with the recovery codes to show. */
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Asks for the password, then for a code from the app. It is on only after the code is right. */
export function SecondFactorSetup({ onDone, onClose }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (enrolment) return <CodeDialog enrolment={enrolment} onDone={onDone} onClose={onClose} />
  return (
    <PasswordDialog<Enrolment>
      title={t('Turn on two-step verification')}
      verb={t('Continue')}
      path="/api/auth/two-factor/enable"
      onDone={setEnrolment}
      onClose={onClose}
    />
  )
}

function CodeDialog({ enrolment, onDone, onClose }: Props & { enrolment: Enrolment }) {
  const [code, setCode] = useState('')
  const { run, busy, error } = usePost('/api/auth/two-factor/verify-totp')
  const key = new URL(enrolment.totpURI).searchParams.get('secret') ?? ''
  const submit = async () => {
    if (await run({ code })) onDone(enrolment.backupCodes)
  }
  return (
    <FormDialog
      title={t('Turn on two-step verification')}
      closeOnClickOutside={false}
      verb={t('Turn on')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t('Scan this with your authenticator app, then enter the code it shows.')}
      </Text>
      <Center>
        <QrCode text={enrolment.totpURI} label={t('Key for the authenticator app')} />
      </Center>
      <Text size="sm">
        {rich('Or enter the key by hand: {code}', {
          code: <Code style={{ overflowWrap: 'anywhere' }}>{key}</Code>,
        })}
      </Text>
      <TextInput
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={64}
        required
        data-autofocus
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </FormDialog>
  )
}

// A QR code, drawn in the page so that the secret is sent nowhere. Black on white in both color schemes.
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg width={200} height={200} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
