import { Center, Code, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { usePosting } from '../session/use-posting.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { QrCode } from './qr-code.tsx'

interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

interface Props {
  /** It is on; the recovery codes are to be shown. */
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** The password, then a code from the app: only then is the second factor on. */
export function SecondFactorSetup({ onDone, onClose }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (enrolment) return <Proof enrolment={enrolment} onDone={onDone} onClose={onClose} />
  return (
    <PasswordDialog<Enrolment>
      title="Turn on two-step verification"
      verb="Continue"
      path="/api/auth/two-factor/enable"
      onDone={setEnrolment}
      onClose={onClose}
    />
  )
}

function Proof({ enrolment, onDone, onClose }: Props & { enrolment: Enrolment }) {
  const [code, setCode] = useState('')
  const verify = usePosting('/api/auth/two-factor/verify-totp')
  const key = new URL(enrolment.totpURI).searchParams.get('secret') ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await verify.run({ code: code.trim() })) onDone(enrolment.backupCodes)
  }
  return (
    <Dialog onClose={onClose} title="Turn on two-step verification" closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            Scan this with your authenticator app, then enter the code it shows.
          </Text>
          <Center>
            <QrCode text={enrolment.totpURI} label="Key for the authenticator app" />
          </Center>
          <Text size="sm">
            Or enter the key by hand: <Code style={{ overflowWrap: 'anywhere' }}>{key}</Code>
          </Text>
          {verify.fault && <ErrorNotice fault={verify.fault} />}
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
            withAsterisk={false}
            data-autofocus
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <DialogButtons verb="Turn on" busy={verify.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
