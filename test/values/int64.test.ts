import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDecimals,
  formatMoney,
  formatQuantity,
  parseDecimal,
  parseInt64,
  parseJsonInt64,
} from '../../src/values/numbers.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

testTable(['0', '1', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
  'an integer of 64 bits is exact',
  (text) => {
    expect(parseInt64(text)?.toString()).toBe(text)
  },
)

testTable([
  ...words(`
    - +1 -0 00 01 1.0 1e3 0x1 1n 1_0 NaN 9223372036854775808 -9223372036854775809
    99999999999999999999
  `),
  ...['', ' 1', '1 ', '1\n', '１', '9'.repeat(10_000)],
])('any other text is rejected', (text) => {
  expect(parseInt64(text)).toBeNull()
})

testTable([
  ...words('- 1e .5 +1 0x1 1n NaN 0.1 10e-2 1e19 -9223372036854775809.0'),
  '',
  `1e-${'9'.repeat(400)}`,
])('what is not a JSON integer of 64 bits is left', (text) => {
  expect(parseJsonInt64(text)).toBeNull()
})

testTable(words('0 -0 1 -1 0.5 -0.0000000001 1250.00 999999999999999999.9999999999'))(
  'parseDecimal takes decimals as they stand',
  (text) => {
    expect(parseDecimal(text)).toBe(text)
  },
)

testTable([
  ...words('+1 1. .5 01 1e3 0x10 1,000 1.2.3 1.12345678901 1000000000000000000 NaN -'),
  ...['', ' ', ' 1', '1\n', '１', '1\0'],
])('parseDecimal rejects every other text', (text) => {
  expect(parseDecimal(text)).toBeNull()
})

testTable([
  ['0', '0.00'],
  ['1200', '1200.00'],
  ['1200.5', '1200.50'],
  ['1200.5000', '1200.50'],
  ['0.0001', '0.0001'],
  ['0.0010', '0.001'],
  ['-3.1000', '-3.10'],
  ['99999999999999999999.9999', '99999999999999999999.9999'],
])('an amount is written with two to four digits', (stored, written) => {
  expect(formatMoney(stored)).toBe(written)
})

testTable([
  ['1.000000', '1'],
  ['10.000000', '10'],
  ['100', '100'],
  ['0.500000', '0.5'],
  ['0.000001', '0.000001'],
  ['1000.000', '1000'],
])('a quantity is written without zeros at its end', (stored, written) => {
  expect(formatQuantity(stored)).toBe(written)
})

testTable([
  [[], '0'],
  [['1', '2'], '3'],
  [['0.1', '0.2'], '0.3'],
  [['1.5', '-1.5'], '0.0'],
  [['-0.05', '0.01'], '-0.04'],
  [['99999999999999999999.9999', '0.0001'], '100000000000000000000.0000'],
  [['1', '0.0001'], '1.0001'],
])('addDecimals decimals add up exactly', (decimals, sum) => {
  expect(addDecimals(decimals)).toBe(sum)
})

test('addDecimals is exact where floating point is not', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 20 }), (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0n)
      const sum = addDecimals(amounts.map(inUnits))
      expect(BigInt(sum.replace('.', ''))).toBe(total)
    }),
    { seed: 20_261_126 },
  )
})

function inUnits(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
