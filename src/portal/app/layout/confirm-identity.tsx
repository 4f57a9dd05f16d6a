import { PasswordInput, TextInput } from '@mantine/core'
import { CONFIRMATION } from '../../data/session/step-up.ts'
import { useGet } from '../../data/session/use-get.ts'
import { usePost } from '../../data/session/use-post.ts'
import { t } from '../../i18n/text.ts'
import { PasskeyButton } from '../../sign-in/passkey-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { QueryView } from '../../ui/page-parts.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useQuestion } from './use-question.ts'

/** Opens “Confirm it’s you” when a request needs it. */
export function ConfirmIdentity() {
  const answer = useQuestion(CONFIRMATION)
  return answer && <ConfirmIdentityDialog onAnswer={answer} />
}

function ConfirmIdentityDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } } | null>('/api/auth/get-session')
  const passkeys = useGet<readonly object[]>('/api/auth/passkey/list')
  const confirm = usePost('/api/auth/confirm')
  const { texts, field } = useFields({ secret: '' })
  const byCode = session.data?.user.twoFactorEnabled === true
  const proven = () => onAnswer(true)
  return (
    <FormDialog
      isAbove
      title={t('Confirm it’s you')}
      lead={t('Important changes need you to confirm your identity every 15 minutes.')}
      verb={t('Confirm')}
      errorTitle={t('Could not confirm')}
      disabled={!session.data}
      action={confirm}
      input={byCode ? { code: texts.secret } : { password: texts.secret }}
      onDone={proven}
      onClose={() => onAnswer(false)}
    >
      <QueryView of={session} rows={1} height={60}>
        {() => (byCode ? <CodeInput {...field('secret')} /> : <OwnPassword {...field('secret')} />)}
      </QueryView>
      {(passkeys.data?.length ?? 0) > 0 && (
        <PasskeyButton
          path="/api/auth/confirm/passkey"
          label={t('Use a passkey instead')}
          errorTitle={t('Could not confirm')}
          disabled={confirm.busy}
          onDone={proven}
        />
      )}
    </FormDialog>
  )
}

type InputProps = ReturnType<ReturnType<typeof useFields>['field']>

function OwnPassword(field: InputProps) {
  return (
    <PasswordInput
      label={t('Your password')}
      autoComplete="current-password"
      required
      autoFocus
      {...field}
    />
  )
}

function CodeInput(field: InputProps) {
  return (
    <TextInput
      label={t('Code from your authenticator app')}
      description={t('Without the app, sign out and sign in again with a recovery code.')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={64}
      required
      autoFocus
      {...field}
    />
  )
}
