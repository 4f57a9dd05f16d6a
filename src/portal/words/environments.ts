import type { Environment } from '../generated/graphql.ts'

export const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  sandbox: 'Sandbox',
  production: 'Production',
}
