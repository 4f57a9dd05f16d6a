import { SCOPES, type Scope } from '../../access/scopes.ts'

/** The column of `assets` with the instant at which what the scope shows changed last. */
export function changeTime(scope: Scope): string {
  return `${scope}_at`
}

/** The columns of all scopes. The newest of them is `updated_at`, as a constraint of the table says. */
export const CHANGE_TIMES: readonly string[] = SCOPES.map(changeTime)
