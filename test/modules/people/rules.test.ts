import { expect, test } from 'vitest'
import { parseEmail } from '../../../src/modules/people/email.ts'
import { parseCurrency } from '../../../src/modules/people/person.writes.ts'
import { parseName } from '../../../src/values/text-rules.ts'
import { applied, takenRows } from '../../support/tables.ts'

const REJECTED = { code: 'invalid_parameter' }

test('a name is stored trimmed, composed, and with single spaces', () => {
  const stored = {
    Ada: 'Ada',
    '  Ada Hale ': 'Ada Hale',
    'Béatrice 王 👩‍🌾': 'Béatrice 王 👩‍🌾',
    ['x'.repeat(200)]: 'x'.repeat(200),
    ['👩'.repeat(200)]: '👩'.repeat(200),
    'Night\u00a0reports': 'Night reports',
    'Night \u202f\u3000reports': 'Night reports',
    'Re\u0301union': 'R\u00e9union',
    ['e\u0302\u0301'.repeat(200)]: '\u1ebf'.repeat(200),
    'O\u2019Hara \u201cwest\u201d ½ m²': 'O\u2019Hara \u201cwest\u201d ½ m²',
  }
  expect(applied(stored, (name) => parseName(name))).toEqual(stored)
})

test('what is no name is rejected, and the error names the parameter', () => {
  const rejected = [
    ...['', '   ', '\t', 'a\0b', 'a\nb', 'a\u001b[31mb', 'a\u2028b', 'a\ud800b', '\udc00'],
    ...['\u200b', '\u3164 \u00ad', 'x'.repeat(201), '👩'.repeat(201), 'x'.repeat(1_000_000)],
  ]
  expect(takenRows(rejected, (name) => parseName(name), REJECTED)).toEqual([])
  expect(() => parseName('', 'label')).toThrow(/^label must be/)
})

test('an email is stored in lower case', () => {
  const stored = {
    'Ada@Example.COM': 'ada@example.com',
    ' ada+x@mail.example.com ': 'ada+x@mail.example.com',
    "o'hale@example.com": "o'hale@example.com",
  }
  expect(applied(stored, parseEmail)).toEqual(stored)
})

test('what is no email is rejected', () => {
  const rejected = [
    ...['', 'ada', '@example.com', 'ada@', 'ada@example', 'ada@@example.com', 'a b@example.com'],
    ...['ada@exa mple.com', 'ada@example.com\nbcc: x@example.com', 'ada\0@example.com'],
    ...['ada\u200b@example.com', '\ud800@example.com', 'ådä@example.com', 'ada@exämple.com'],
    ...['<ada@example.com>', 'ada@example.com,bo@example.com', `${'x'.repeat(65)}@example.com`],
    ...[`ada@${'x'.repeat(250)}.com`, 'a@'.repeat(50_000)],
  ]
  expect(takenRows(rejected, parseEmail, REJECTED)).toEqual([])
})

test('a currency is stored in capitals, and rejected if there is none of the code', () => {
  expect(['USD', 'eur'].map(parseCurrency)).toEqual(['USD', 'EUR'])
  const rejected = ['', 'US', 'USDT', 'ZZZ', '$', 'usd ', 'U\0D', 'ＵＳＤ']
  expect(takenRows(rejected, parseCurrency, REJECTED)).toEqual([])
})
