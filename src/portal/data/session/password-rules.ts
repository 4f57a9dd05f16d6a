import { t } from '../../i18n/text.ts'

/** The server's rule, checked by the browser before the form is sent. */
export const MIN_PASSWORD_LENGTH = 12

export const PASSWORD_HINT = t(
  'At least {MIN_PASSWORD_LENGTH} characters. Several unrelated words work well.',
  { MIN_PASSWORD_LENGTH },
)
