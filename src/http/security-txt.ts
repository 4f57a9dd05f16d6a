import type { RequestHandler } from 'express'
import { DAY_MS } from '../values/durations.ts'

const VALID_DAYS = 180

interface Contact {
  readonly securityContact?: string | undefined
  readonly publicUrl: string | undefined
}

/** `security.txt` (RFC 9116): the contact for reports of vulnerabilities. Without a contact the path is a 404. */
export function serveSecurityTxt(
  { securityContact, publicUrl }: Contact,
  now: () => Date,
): RequestHandler {
  return (_request, response, next) => {
    if (securityContact === undefined) return next()
    const lines = [`Contact: ${securityContact}`, `Expires: ${expiry(now())}`]
    if (publicUrl?.startsWith('https:'))
      lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`)
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.send(`${lines.join('\n')}\n`)
  }
}

// The expiry is the start of a day, so the file changes only once a day.
function expiry(now: Date): string {
  return `${new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`
}
