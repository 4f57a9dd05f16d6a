import { expect, test } from 'vitest'
import { formatMail } from '../../src/mail/format-mail.ts'
import { readMails } from '../support/read-mail.ts'
import { titled } from '../support/titled.ts'

const TRY = { messageId: 'mail_1@gateway.example.com', attempt: 1, language: 'en' } as const
const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'One line.\n' }

test('a mail has headers, an empty line and the text', () => {
  expect(formatMail(MAIL, TRY)).toBe(`To: ada@example.com
Subject: Hello
Message-ID: <mail_1@gateway.example.com>
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Language: en
Content-Transfer-Encoding: quoted-printable

One line.
`)
})

test.each(
  titled(['Réunion & Söhne invites you', 'Häuser '.repeat(40), '👩‍🌾'.repeat(60), '\u0007 bell']),
)('a mail encodes a subject that is not ASCII: %s', (_, subject) => {
  const [whole = '', encoded = ''] =
    /^Subject: (.*(?:\n .*)*)$/m.exec(formatMail({ ...MAIL, subject }, TRY)) ?? []
  for (const line of whole.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
  const lines = encoded.split('\n ')
  for (const line of lines) expect(line).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/)
  const words = lines.map((line) => Buffer.from(line.slice(10, -2), 'base64').toString())
  expect(words.join('')).toBe(subject)
})

test.each(
  titled([
    'Grüße\n',
    `https://gateway.example.com/${'a=é'.repeat(60)}\n`,
    ' ends \n\n.\n=20',
    '😀',
  ]),
)('a mail has its text in short lines of ASCII: %s', (_, text) => {
  const [, body = ''] = formatMail({ ...MAIL, text }, TRY).split(/\n\n(.*)/s)
  expect(body).toMatch(/^(?:[\x20-\x7e]{0,76}\n)*[\x20-\x7e]{0,76}$/)
  expect(readMails(body)).toBe(text)
})

test.each([
  { to: 'ada@example.com\nBcc: eve@example.com' },
  { to: 'ada@example.com\r\nBcc: eve@example.com' },
  { subject: 'Hello\nBcc: eve@example.com' },
  { subject: 'Hello\rBcc: eve@example.com' },
])('a mail with a line break in a header is rejected: %j', (change) => {
  expect(() => formatMail({ ...MAIL, ...change }, TRY)).toThrow('line break')
})

test('a mail is marked from the second try on, with the same id', () => {
  const again = formatMail(MAIL, { ...TRY, attempt: 2 })
  expect(again).toContain('\nMessage-ID: <mail_1@gateway.example.com>\nX-Orangery-Attempt: 2\n')
})

test('a mail says who sends it and when, for a server that adds neither', () => {
  const origin = { from: 'mail@example.com', at: new Date('2026-11-27T09:08:07.000Z') }
  expect(formatMail(MAIL, { ...TRY, origin })).toMatch(
    /^From: mail@example\.com\nDate: Fri, 27 Nov 2026 09:08:07 \+0000\nTo: /,
  )
})
