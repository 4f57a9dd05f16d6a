/**
 * The headers of every page and of what leads to one. `Referrer-Policy`: the paths contain the secrets of invitations
 * and connection links.
 */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** The content security policy of the portal's pages, which create styles with a nonce. */
export function policy(nonce: string): string {
  return policyOf(`'self' 'nonce-${nonce}'`, ["frame-src 'self'"])
}

/** The content security policy of the documentation, which creates no styles and has no frames. */
export function docsPolicy(): string {
  return policyOf("'self'")
}

function policyOf(styles: string, others: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...others,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
