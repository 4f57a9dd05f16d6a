import { createHash } from 'node:crypto'

/** The headers of pages and of redirects to them. `Referrer-Policy`: paths contain secrets of invitations and links. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** The content security policy of the portal's pages, which create styles with a nonce. */
export function policy(nonce: string): string {
  return policyOf("'self'", `'self' 'nonce-${nonce}'`, ["frame-src 'self'"])
}

/** The policy of the documentation: one inline style and script, by hash, so that nothing delays the first paint. */
export function docsPolicy({ style, script }: ReturnType<typeof inlineParts>): string {
  return policyOf(`'self' '${script}'`, `'${style}'`)
}

function policyOf(scripts: string, styles: string, others: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...others,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The inline parts of the template of the pages. They do not allow a part that is put into the template later. */
export function inlineParts(template: string) {
  return { style: sourceOf(template, 'style'), script: sourceOf(template, 'script') }
}

function sourceOf(template: string, tag: string): string {
  const text = template.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0]
  if (text === undefined) throw new Error(`The template has no inline ${tag}.`)
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
