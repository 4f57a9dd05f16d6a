import { expect, test } from 'vitest'
import { parseCurrency } from '../../src/modules/people/currency.ts'
import { normalizeEmail, parseEmail } from '../../src/modules/people/email.ts'
import { lowerAscii, upperAscii } from '../../src/values/ascii-case.ts'
import { findCategory } from '../../src/values/categories.ts'
import { testTable } from '../support/test-table.ts'

const KELVIN = '\u212A'
const LONG_S = '\u017F'

testTable([
  ['BOOKS', 'books', 'BOOKS'],
  [`boo${KELVIN}s`, `boo${KELVIN}s`, `BOO${KELVIN}S`],
  [`book${LONG_S}`, `book${LONG_S}`, `BOOK${LONG_S}`],
  ['Straße', 'straße', 'STRAßE'],
  ['İı\uFB01', 'İı\uFB01', 'İı\uFB01'],
  ['', '', ''],
])('letters of ASCII alone change their case', (text, lower, upper) => {
  expect(lowerAscii(text)).toBe(lower)
  expect(upperAscii(text)).toBe(upper)
})

test('no other letter is part of a category, a currency or an email', () => {
  expect([findCategory('BOOKS'), findCategory('bk')]).toEqual(['books', 'books'])
  expect([findCategory(`boo${KELVIN}s`), findCategory(`b${KELVIN}`)]).toEqual([null, null])
  expect(parseCurrency('usd')).toBe('USD')
  expect(() => parseCurrency(`u${LONG_S}d`)).toThrow('ISO 4217')
  expect(normalizeEmail(' Kit@Example.com ')).toBe('kit@example.com')
  expect(normalizeEmail(`${KELVIN}it@example.com`)).not.toBe('kit@example.com')
  expect(() => parseEmail(`${KELVIN}it@example.com`)).toThrow('email takes an address')
})
