import { Button, Center, Code, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { usePost } from '../data/session/use-post.ts'
import { rich, t } from '../i18n/text.ts'
import { saveFile } from '../ui/export/save-file.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { useFields } from '../ui/use-fields.ts'

interface SetupProps {
  readonly onClose: () => void
  /** In its place, after two-step verification is on. */
  readonly onDone?: () => void
}

/** Asks for the password, then for a code from the app, and shows the recovery codes. It is on after the code is right. */
export function SecondFactorSetup({ onClose, onDone = onClose }: SetupProps) {
  return (
    <PasswordDialog<Enrolment>
      title={t('Turn on two-step verification')}
      verb={t('Continue')}
      path="/api/auth/two-factor/enable"
      onClose={onClose}
    >
      {(enrolment) => <CodeDialog enrolment={enrolment} onClose={onClose} onDone={onDone} />}
    </PasswordDialog>
  )
}

interface PasswordProps<Body> {
  readonly title: string
  readonly verb: string
  /** A path that takes `{ password }`. */
  readonly path: string
  /** The next step. By default the dialog closes. */
  readonly children?: (body: Body) => ReactNode
  readonly onClose: () => void
}

/** Asks for the password before a change of how the user signs in. */
export function PasswordDialog<Body = object>(props: PasswordProps<Body>) {
  const { path, children, ...dialog } = props
  const { texts, field } = useFields({ password: '' })
  const action = usePost<Body>(path)
  return (
    <FormDialog action={action} input={texts} next={children} {...dialog}>
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        required
        data-autofocus
        {...field('password')}
      />
    </FormDialog>
  )
}

interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

interface CodeProps extends Required<SetupProps> {
  readonly enrolment: Enrolment
}

function CodeDialog({ enrolment: { totpURI, backupCodes }, onClose, onDone }: CodeProps) {
  const { texts, field } = useFields({ code: '' })
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  return (
    <FormDialog
      title={t('Turn on two-step verification')}
      lead={t('Scan this with your authenticator app, then enter the code it shows.')}
      closeOnClickOutside={false}
      verb={t('Turn on')}
      action={usePost('/api/auth/two-factor/verify-totp')}
      input={texts}
      next={() => <RecoveryCodesDialog codes={backupCodes} onClose={onDone} />}
      onClose={onClose}
    >
      <Center>
        <QrCode text={totpURI} label={t('Key for the authenticator app')} />
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
        {...field('code')}
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

interface CodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes once: to copy, to save as a file, or to print. */
export function RecoveryCodesDialog({ codes, onClose }: CodesProps) {
  const text = codes.join('\n')
  const save = () => saveFile('recovery-codes', 'txt', `${text}\n`)
  return (
    <SecretDialog
      title={t('Recovery codes')}
      what={t('this list of codes')}
      note={t('Each works once, in place of the app. Earlier codes no longer work.')}
      secret={text}
      trial={
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={save}>
            {t('Download')}
          </Button>
          <Button variant="default" size="xs" onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </Group>
      }
      onClose={onClose}
    />
  )
}
