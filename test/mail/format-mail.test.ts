import { describe, expect, test } from 'vitest'
import { formatMail } from '../../src/mail/format-mail.ts'
import { titled } from '../support/titled.ts'

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'One line.\n' }

describe('a mail', () => {
  test('has headers, an empty line and the text', () => {
    expect(formatMail(MAIL)).toBe(`To: ada@example.com
Subject: Hello
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

One line.
`)
  })

  test.each(
    titled(['Réunion & Söhne invites you', 'Häuser '.repeat(40), '👩‍🌾'.repeat(60), '\u0007 bell']),
  )('encodes a subject that is not ASCII: %s', (_, subject) => {
    const [, encoded = ''] =
      /^Subject: (.*(?:\n .*)*)$/m.exec(formatMail({ ...MAIL, subject })) ?? []
    const lines = encoded.split('\n ')
    for (const line of lines) expect(line).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75)
    const words = lines.map((line) => Buffer.from(line.slice(10, -2), 'base64').toString())
    expect(words.join('')).toBe(subject)
  })

  test.each([
    { to: 'ada@example.com\nBcc: eve@example.com' },
    { to: 'ada@example.com\r\nBcc: eve@example.com' },
    { subject: 'Hello\nBcc: eve@example.com' },
    { subject: 'Hello\rBcc: eve@example.com' },
  ])('with a line break in a header is rejected: %j', (change) => {
    expect(() => formatMail({ ...MAIL, ...change })).toThrow('line break')
  })
})
