import type { Environment } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

export const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  sandbox: t('Sandbox'),
  production: t('Production'),
}
