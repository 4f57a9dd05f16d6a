const A_YEAR_SECONDS = 31_536_000

/** The headers of every response. Under an https address browsers are told to use nothing else. */
export function commonHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const secure = publicUrl?.startsWith('https:') ?? false
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(secure && { 'Strict-Transport-Security': `max-age=${A_YEAR_SECONDS}` }),
  }
}
