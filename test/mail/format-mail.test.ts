import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatMail } from '../../src/mail/format-mail.ts'
import { ARABIC } from '../../src/mail/texts/ar.ts'
import { GERMAN } from '../../src/mail/texts/de.ts'
import { factLines, wordsIn } from '../../src/mail/translated-words.ts'
import { partsOf } from '../contract/message-parts.ts'
import { isNode, SOURCES, syntaxOf } from '../contract/source-syntax.ts'
import { readMails } from '../support/read-mail.ts'
import { testTable } from '../support/test-table.ts'

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

testTable([
  ...['Réunion & Söhne invites you', 'Häuser '.repeat(40), '👩‍🌾'.repeat(60), '\u0007 bell'],
])('a mail encodes a subject that is not ASCII', (subject) => {
  const [whole = '', encoded = ''] =
    /^Subject: (.*(?:\n .*)*)$/m.exec(formatMail({ ...MAIL, subject }, TRY)) ?? []
  for (const line of whole.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
  const lines = encoded.split('\n ')
  for (const line of lines) expect(line).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/)
  const words = lines.map((line) => Buffer.from(line.slice(10, -2), 'base64').toString())
  expect(words.join('')).toBe(subject)
})

testTable([
  ...['Grüße\n', `https://gateway.example.com/${'a=é'.repeat(60)}\n`, ' ends \n\n.\n=20', '😀'],
])('a mail has its text in short lines of ASCII', (text) => {
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

test('has each text below its label, indented, and leaves out what is null', () => {
  const facts = [
    ['Firm', 'Hale Estates'],
    ['Purpose', null],
    ['Agreed to', 'First\nFirm: Hale Estates'],
  ] as const
  expect(factLines(facts)).toBe(
    'Firm:\n    Hale Estates\nAgreed to:\n    First\n    Firm: Hale Estates',
  )
})

test('wraps a long text, and indents what goes on', () => {
  const [label, first, ...more] = factLines([['Purpose', 'word '.repeat(60)]]).split('\n')
  expect([label, first]).toEqual(['Purpose:', `    ${'word '.repeat(14).trim()}`])
  expect(more).toHaveLength(4)
  for (const line of more) expect(line).toMatch(/^ {8}word[ \w]{0,72}$/)
})

test.each([
  ...['x\r\n\r\nhttps://evil.example', 'x\u2028Firm: Other', 'x\u0085Firm: Other'],
  ...[`x${'\u00a0'.repeat(200)}Firm: Other`, '\u202eworromot', '\nFirm:\n    Other\n'],
  ...[`${'\u0338'.repeat(30)}x`, 'x'.repeat(500)],
])('lets no text of another begin a line: %j', (text) => {
  const lines = factLines([
    ['Key', text],
    ['End', 'none'],
  ]).split('\n')
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual(['Key:', 'End:'])
  expect(lines.join('')).not.toMatch(/[\r\u2028\u0085\u202e]/)
})

const AT = new Date('2026-03-01T23:30:05Z')

describe.each([
  ['de', GERMAN],
  ['ar', ARABIC],
])('the texts of mails in "%s"', (_, texts) => {
  test('have the arguments of the English ones', () => {
    const wrong = Object.entries(texts).filter(
      ([text, translated]) => partsOf(text).join() !== partsOf(translated).join(),
    )
    expect(wrong).toEqual([])
  })

  test('are those that a mail has', () => {
    const used = new Set(
      SOURCES.filter((file) =>
        /mail\/translated|MailWriter|grant-terms\.ts$/.test(readFileSync(file, 'utf8') + file),
      )
        .flatMap((file) => syntaxOf(file))
        .flatMap((node) => (isNode(node) && node.type === 'Literal' ? [node.value] : [])),
    )
    expect(Object.keys(texts).filter((text) => !used.has(text))).toEqual([])
  })
})

test.each([
  ['en', /^Hello, Sunday,? 1 March 2026 .*23:30:05 UTC$/],
  ['de', /^Guten Tag, Sonntag, 1. März 2026 .*23:30:05 UTC$/],
  ['ar', /^مرحبًا، الأحد، 1 مارس 2026 .*11:30:05/],
] as const)('a mail in "%s" has its words and its dates', (language, expected) => {
  const { t, time } = wordsIn(language)
  expect(`${t('Hello,')} ${time(AT)}`).toMatch(expected)
})

test('a text has its values, whatever they look like', () => {
  const { t, list } = wordsIn('de')
  expect(t('in {categories}', { categories: list(['{a}', "b'", '<c>']) })).toBe(
    "in {a}, b' und <c>",
  )
})
