import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'

interface Props {
  readonly onSignedIn: () => void
  readonly onBack: () => void
}

const KINDS = {
  totp: {
    path: '/api/auth/two-factor/verify-totp',
    label: t('Code from your authenticator app'),
    other: t('Use a recovery code instead'),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 64 },
  },
  recovery: {
    path: '/api/auth/two-factor/verify-backup-code',
    label: t('Recovery code'),
    other: t('Use the authenticator app instead'),
    input: { inputMode: 'text', autoComplete: 'off', maxLength: 64 },
  },
} as const

/** The second step: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ onSignedIn, onBack }: Props) {
  const [kind, setKind] = useState<keyof typeof KINDS>('totp')
  const { texts, setTexts, field } = useFields({ code: '' })
  const { path, label, other, input } = KINDS[kind]
  const verify = usePost(path)
  const change = () => {
    setKind(kind === 'totp' ? 'recovery' : 'totp')
    setTexts({ code: '' })
  }
  return (
    <Form action={verify} input={texts} onDone={onSignedIn} errorTitle={t('Sign-in failed')}>
      <TextInput key={kind} label={label} required data-autofocus {...field('code')} {...input} />
      <Button type="submit" loading={verify.busy} fullWidth>
        {t('Sign in')}
      </Button>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t('Start over')}
        </Anchor>
      </Group>
    </Form>
  )
}
