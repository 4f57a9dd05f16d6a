import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../i18n/text.ts'

/** The server's rule, checked by the browser before the form is sent. */
const MIN_PASSWORD_LENGTH = 12

/** Takes a new password, and says how long it has to be. */
export function NewPasswordInput(field: Pick<PasswordInputProps, 'value' | 'onChange'>) {
  return (
    <PasswordInput
      label={t('New password')}
      description={t(
        'At least {MIN_PASSWORD_LENGTH} characters. Several unrelated words work well.',
        { MIN_PASSWORD_LENGTH },
      )}
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      required
      {...field}
    />
  )
}
