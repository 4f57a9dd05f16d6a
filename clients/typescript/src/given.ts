import { OrangeryError } from './errors.ts'

/**
 * A credential as it goes into a header, without the spaces and line breaks at its ends: a file or a secret store adds
 * them. Throws for one that no header can carry, without repeating it: a library's own message would.
 */
export function checkedCredential(name: string, given: unknown): string {
  const credential = typeof given === 'string' ? given.trim() : ''
  if (/^[!-~]+$/.test(credential)) return credential
  const problem = credential === '' ? `${name} is empty. It` : name
  throw new OrangeryError(
    `${problem} takes the secret as it was shown: one line of letters, digits and underscores.`,
  )
}

/** The address of the gateway, without a slash at its end. Throws for one with a password, or of a path of the API. */
export function checkedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (!parsed || !isHttp || parsed.username || parsed.password || parsed.search || parsed.hash)
    throw new OrangeryError(
      'url takes the http or https address of the gateway, without a password.',
    )
  if (/\/api(\/v1)?\/*$/.test(parsed.pathname))
    throw new OrangeryError(
      'url takes the address of the gateway alone. Leave out /api/v1: the package adds it.',
    )
  return url.replace(/\/+$/, '')
}
