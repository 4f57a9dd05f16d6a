import { OrangeryError } from './errors.ts'

/**
 * A credential as it goes into a header, without the spaces and line breaks at its ends: a file or a secret store adds
 * them. Throws for one that no header can carry, without repeating it: a library's own message would.
 */
export function checkedCredential(name: string, given: unknown): string {
  const credential = typeof given === 'string' ? given.trim() : ''
  if (/^[!-~]+$/.test(credential)) return credential
  throw new OrangeryError(
    `${name} takes the secret as it was shown: one line of letters, digits and underscores.`,
  )
}
