const YEAR_SECONDS = 31_536_000

/** The headers of every response. With an https address they include HSTS. */
export function commonHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const secure = publicUrl?.startsWith('https:') ?? false
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(secure && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }),
  }
}
