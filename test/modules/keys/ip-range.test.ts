import { expect, test } from 'vitest'
import { parseIpRange, parseIpRanges } from '../../../src/modules/keys/ip-range.ts'
import { applied, takenRows } from '../../support/tables.ts'

const STORED = {
  '203.0.113.0/24': '203.0.113.0/24',
  '203.0.113.7': '203.0.113.7/32',
  ' 203.0.113.7 ': '203.0.113.7/32',
  '0.0.0.0/0': '0.0.0.0/0',
  '2001:DB8::/32': '2001:db8::/32',
  '2001:db8::1': '2001:db8::1/128',
  '2001:0db8:0000::/33': '2001:db8::/33',
  '::/0': '::/0',
  '::ffff:203.0.113.7': '203.0.113.7/32',
  '::ffff:203.0.113.0/120': '203.0.113.0/24',
}
const REJECTED = [
  ...['', 'localhost', '*', '203.0.113', '1', '010.0.0.1', '0x7f.0.0.1', '256.0.0.1'],
  ...['203.0.113.0/', '203.0.113.0/33', '203.0.113.0/-1', '203.0.113.0/08', '203.0.113.0/8.0'],
  ...['203.0.113.0/1e1', '203.0.113.0/24/24', '203.0.113.0/255.255.255.0', '203.0.113.7\0'],
  ...['fe80::1%eth0', 'fe80::1%eth0/64', '2001:db8::/129', '::ffff:203.0.113.0/24'],
  ...['203.0.113.7/24', '10.0.0.7/8', '2001:db8::1/32', '0.0.0.1/0', '1.2.3.4, 5.6.7.8'],
]

test('an IP range is stored in one form', () => {
  expect(applied(STORED, parseIpRange)).toEqual(STORED)
})

test('what is no range, or has bits outside its mask, is rejected; the range that was meant is named', () => {
  const error = { code: 'invalid_parameter', message: expect.stringMatching(/^allowedIps takes /) }
  expect(takenRows(REJECTED, parseIpRange, error)).toEqual([])
  expect(() => parseIpRange('10.0.0.7/8')).toThrow('10.0.0.0/8')
})

test('a list of IP ranges has each range once, and a bounded length', () => {
  expect(parseIpRanges(['10.0.0.1', '10.0.0.1/32', '::ffff:10.0.0.1'])).toEqual(['10.0.0.1/32'])
  const ranges = Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`)
  expect(parseIpRanges(ranges.slice(1))).toHaveLength(100)
  expect(() => parseIpRanges(ranges)).toThrow('100')
})
