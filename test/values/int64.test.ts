import { expect } from 'vitest'
import { parseInt64, parseJsonInt64 } from '../../src/values/int64.ts'
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
