import { describe, expect, test } from 'vitest'
import { parseCurrency } from '../../../src/modules/people/currency.ts'
import { parseEmail } from '../../../src/modules/people/email.ts'
import { parseName } from '../../../src/values/name.ts'
import { titled, titledRows } from '../../support/titled.ts'

const REJECTED = expect.objectContaining({ code: 'invalid_parameter' })

function rejectionOf(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (thrown) {
    return thrown
  }
}

describe('a name', () => {
  test.each(
    titledRows([
      ['Ada', 'Ada'],
      ['  Ada Hale ', 'Ada Hale'],
      ['Béatrice 王 👩‍🌾', 'Béatrice 王 👩‍🌾'],
      ['x'.repeat(200), 'x'.repeat(200)],
      ['👩'.repeat(200), '👩'.repeat(200)],
      ['Night  reports', 'Night reports'],
      ['Night\u00a0reports', 'Night reports'],
      ['Night \u202f\u3000reports', 'Night reports'],
      ['Re\u0301union', 'R\u00e9union'],
      ['e\u0302\u0301'.repeat(200), '\u1ebf'.repeat(200)],
      ['O\u2019Hara \u201cwest\u201d ½ m²', 'O\u2019Hara \u201cwest\u201d ½ m²'],
    ]),
  )('%s is stored trimmed, composed, and with single spaces', (_, text, stored) => {
    expect(parseName(text)).toBe(stored)
  })

  test.each(
    titled([
      '',
      '   ',
      '\t',
      'a\0b',
      'a\nb',
      'a\u001b[31mb',
      'a\u2028b',
      'a\ud800b',
      '\udc00',
      '\u200b',
      '\u3164 \u00ad',
      'x'.repeat(201),
      '👩'.repeat(201),
      'x'.repeat(1_000_000),
    ]),
  )('%s is rejected', (_, text) => {
    expect(rejectionOf(() => parseName(text))).toEqual(REJECTED)
  })

  test('the error names the parameter', () => {
    expect(() => parseName('', 'label')).toThrow(/^label must be/)
  })
})

describe('an email', () => {
  test.each(
    titledRows([
      ['Ada@Example.COM', 'ada@example.com'],
      [' ada+x@mail.example.com ', 'ada+x@mail.example.com'],
      ["o'hale@example.com", "o'hale@example.com"],
    ]),
  )('%s is stored in lower case', (_, text, stored) => {
    expect(parseEmail(text)).toBe(stored)
  })

  test.each(
    titled([
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@example',
      'ada@@example.com',
      'a b@example.com',
      'ada@exa mple.com',
      'ada@example.com\nbcc: x@example.com',
      'ada\0@example.com',
      'ada\u200b@example.com',
      '\ud800@example.com',
      'ådä@example.com',
      'ada@exämple.com',
      '<ada@example.com>',
      'ada@example.com,bo@example.com',
      `${'x'.repeat(65)}@example.com`,
      `ada@${'x'.repeat(250)}.com`,
      `${'a@'.repeat(50_000)}`,
    ]),
  )('%s is rejected', (_, text) => {
    expect(rejectionOf(() => parseEmail(text))).toEqual(REJECTED)
  })
})

describe('a currency', () => {
  test.each(
    titledRows([
      ['USD', 'USD'],
      ['eur', 'EUR'],
    ]),
  )('%s is stored in capitals', (_, text, stored) => {
    expect(parseCurrency(text)).toBe(stored)
  })

  test.each(
    titled(['', 'US', 'USDT', 'ZZZ', '$', 'usd ', 'U\0D', 'ＵＳＤ']),
  )('%s is rejected', (_, text) => {
    expect(rejectionOf(() => parseCurrency(text))).toEqual(REJECTED)
  })
})
