import { expect } from 'vitest'
import { findRangeProblem, parseRanges } from '../../src/portal/firm/keys/ip-ranges.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

testTable([
  [' \n , \n', []],
  ['10.0.0.0/8,\n 2001:db8::/32 ', ['10.0.0.0/8', '2001:db8::/32']],
  ['10.0.0.0/8\r\n10.0.0.0/8', ['10.0.0.0/8', '10.0.0.0/8']],
])('a text holds ranges', (text, ranges) => {
  expect(parseRanges(text)).toEqual(ranges)
})

testTable([
  ...['', '10.0.0.0/8, ::/0\n203.0.113.7'],
  ...words(`
    0.0.0.0 255.255.255.255 203.0.113.0/24 0.0.0.0/0 203.0.113.7/32 :: ::1 ::/0 2001:db8::/32
    2001:DB8:0:0:0:0:0:1/128 ::ffff:203.0.113.7
  `),
])('these ranges are accepted', (text) => {
  expect(findRangeProblem(text)).toBe(null)
})

testTable(
  words(`
    203.0.113.300 256.0.113.3 203.0.113.256 ::1]@[::2 203.0.113 203.0.113.7.1 1.2.3.4/ 1.2.3.4/33
    1.2.3.4/-1 1.2.3.4/8/8 1.2.3.4/1e1 1.2.3.4/0008 1.2.3.4:80 ::/129 ::: 1::2::3 12345::
    2001:db8::g fe80::1%eth0 [::1] ::1]/../x[ localhost http://[::1] １.２.３.４ *
  `),
)('these ranges are rejected', (text) => {
  expect(findRangeProblem(text)).toContain(`“${text}” is not a valid IP address or CIDR range`)
})

testTable([
  ['10.0.0.7/8', '10.0.0.0/8'],
  ['203.0.113.7/31', '203.0.113.6/31'],
  ['203.0.113.255/20', '203.0.112.0/20'],
  ['1.2.3.4/0', '0.0.0.0/0'],
  ['10.0.0.0/08', '10.0.0.0/8'],
])('an address is inside a range', (range, network) => {
  expect(findRangeProblem(`::/0\n${range}`)).toBe(
    `“${range}” is an address inside ${network}. Enter ${network}.`,
  )
})
