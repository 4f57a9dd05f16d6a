import { beforeEach, expect, test } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { mayReach, parseAllowedRanges, parseDestination } from '../../src/outbound/destination.ts'
import { post } from '../../src/outbound/post.ts'
import { type Outbound, type Resolve, requireReachable } from '../../src/outbound/reach.ts'
import { testReceiver } from '../support/receiver.ts'
import { testTable } from '../support/test-table.ts'
import { HOSTS, PRIVATE, PUBLIC, URLS } from './addresses.table.ts'

const receiver = testReceiver()
const never = new AbortController().signal
const written = (address: string) => (address.includes(':') ? `[${address}]` : address)

beforeEach(() => {
  receiver.received.length = 0
})

/** The message of the error with which an address is refused; null where it is accepted. */
function messageOf(url: string): string | null {
  try {
    parseDestination(url, [])
    return null
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'invalid_parameter') return error.message
    throw error
  }
}

/** A receiver that every name leads to, with no range allowed: whatever gets there was not refused. */
const strict = (resolve: Resolve) => ({ ...receiver.outbound(), allowed: [], resolve })
const send = (outbound: Outbound, url = receiver.url()) =>
  post(outbound, { url, headers: {}, body: '{}' }, never)

testTable(PRIVATE)(
  'an address that no receiver may have is refused in a URL, and as the address of a name',
  async (address) => {
    expect(mayReach(address, 443, [])).toBe(false)
    expect(messageOf(`https://${written(address)}/`)).toMatch(/^url takes only public addresses/)
    const outbound = strict(async () => [address])
    await expect(requireReachable(outbound, receiver.url())).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(/^url takes a name that leads to public addresses/),
    })
    const posted = await send(outbound)
    expect([posted, receiver.received]).toEqual([{ failure: 'refused_address' }, []])
  },
)

testTable(HOSTS)('an address that no receiver may have is refused as a host', async (host) => {
  expect(messageOf(`https://${host}/`)).toMatch(/^url takes .+\.$/)
  expect(messageOf(`https://${host}:${receiver.port()}/`)).toMatch(/^url takes .+\.$/)
})

testTable(URLS)('an address that no receiver may have is refused as a URL', (url) => {
  expect(messageOf(url)).toMatch(/^url takes .+\.$/)
})

async function expectRefused(url: string, addresses: readonly string[]): Promise<void> {
  const outbound = strict(async () => [...addresses])
  const error = { code: 'invalid_parameter' }
  await expect(requireReachable(outbound, url)).rejects.toMatchObject(error)
  expect(await send(outbound, url)).toEqual({ failure: 'refused_address' })
}

testTable([
  ['with a public and a private address', ['1.1.1.1', '127.0.0.1']],
  ['with a private and a public address', ['127.0.0.1', '1.1.1.1']],
  ['without an address', []],
  ['whose address is no address', ['receiver']],
])('a name is refused if one of its addresses is private', async (_, addresses) => {
  await expectRefused(receiver.url(), addresses)
})

test('a name that is public when it is checked and private afterwards is refused at the delivery', async () => {
  const answers = [['1.1.1.1'], ['127.0.0.1']]
  const outbound = strict(async () => answers.shift() ?? [])
  await requireReachable(outbound, receiver.url())
  const posted = await send(outbound)
  expect([posted, receiver.received]).toEqual([{ failure: 'refused_address' }, []])
})

test('a name is resolved once for each request, and the connection goes to the address that was checked', async () => {
  let times = 0
  const resolve = async () => (times++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
  const outbound = { ...receiver.outbound(), resolve }
  expect(await send(outbound)).toMatchObject({ status: 204 })
  expect(times).toBe(1)
  expect(receiver.received[0]?.headers.host).toBe(`receiver.example.com:${receiver.port()}`)
})

testTable(['localhost', 'a.localhost', 'LOCALHOST'])(
  'a name is this machine, whatever a name server says',
  async (name) => {
    const url = parseDestination(`https://${name}:${receiver.port()}/`, [])
    await expectRefused(url, ['1.1.1.1'])
  },
)

test('a name without an address and one with a private address get the same error', async () => {
  const messageFor = (found: string[]) => {
    const outbound = strict(async () => found)
    return requireReachable(outbound, receiver.url()).catch(({ message }) => message)
  }
  expect(await messageFor([])).toBe(await messageFor(['10.0.0.1']))
})

test('a name that no name server knows for the moment is no mistake of the caller', async () => {
  const outbound = strict(async () => {
    throw new Error('ETIMEOUT')
  })
  await expect(requireReachable(outbound, receiver.url())).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  expect(await send(outbound)).toEqual({ failure: 'connection' })
})

testTable(PUBLIC)('what may be reached: each public address', (address) => {
  expect([443, 1024, 8443, 65535].every((port) => mayReach(address, port, []))).toBe(true)
  expect([0, 22, 25, 80, 444, 1023].some((port) => mayReach(address, port, []))).toBe(false)
  expect(messageOf(`https://${written(address)}/hooks?a=b`)).toBeNull()
})

testTable([
  ['10.1.0.0/16', '10.1.2.3', true],
  ['10.1.0.0/16', '10.2.0.1', false],
  ['10.0.0.0/8', '::ffff:10.0.0.1', false],
  ['::ffff:0:0/96', '::ffff:10.0.0.1', true],
  ['::ffff:0:0/96', '10.0.0.1', false],
  ['fd12::/16', 'fd12::1', true],
  ['fd12::/16', 'fd13::1', false],
  ['127.0.0.1/32', '127.0.0.1', true],
  ['127.0.0.1/32', '127.0.0.2', false],
  ['1.1.1.1/32', '1.1.1.1', true],
])(
  'what may be reached: each address of an allowed range on port 80',
  (range, address, isAllowed) => {
    expect(mayReach(address, 80, parseAllowedRanges([range]))).toBe(isAllowed)
  },
)

testTable([
  ['https://receiver.example.com', 'https://receiver.example.com/'],
  ['HTTPS://Receiver.Example.COM:443/A?b=C', 'https://receiver.example.com/A?b=C'],
  ['https://receiver.example.com:8443/', 'https://receiver.example.com:8443/'],
  ['https://receiver.example.com/a/../b', 'https://receiver.example.com/b'],
  // Octal: the stored form is the one that is connected to.
  ['https://010.0.0.1/', 'https://8.0.0.1/'],
  ['https://xn--exmple-cua.com/', 'https://xn--exmple-cua.com/'],
  ['https://exa_mple.com/@x', 'https://exa_mple.com/@x'],
  ['https://[2606:4700:4700:0:0:0:0:1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://receiver.example.com/?a=@b', 'https://receiver.example.com/?a=@b'],
  ['https://example.com/%0a', 'https://example.com/%0a'],
])('what may be reached is stored in one form', (url, stored) => {
  expect(parseDestination(url, [])).toBe(stored)
})
