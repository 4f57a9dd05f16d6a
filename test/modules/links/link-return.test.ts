import { expect, test } from 'vitest'
import { parseReturnUrls } from '../../../src/modules/keys/return-url.ts'
import { parseLinkReturn, returnAddress } from '../../../src/modules/links/link-return.ts'
import { takenRows } from '../../support/tables.ts'
import { HOSTILE_URLS } from './hostile-urls.ts'

const HOME = 'https://firm.example/connected?tenant=a%20b&x=1'
const KEY = { returnUrls: [HOME, 'https://firm.example/'] }
const ID = 'connection_01ARZ3NDEKTSV4RRFFQ69G5FAV'

const invalid = (message: RegExp) => ({
  code: 'invalid_parameter',
  message: expect.stringMatching(message),
})

const HOSTILE_STATES = [
  'a&connection=connection_01ARZ3NDEKTSV4RRFFQ69G5FAX',
  ...['#fragment', '?x=1', '/../..', '//evil.example', 'javascript:alert(1)'],
  ...['"><script>alert(1)</script>', '%0d%0aSet-Cookie:%20a=b', '%00', '%', '+ +', '=', '&', ';'],
  ...['\\', 'ü', '😀', '\u202e', '\u2028', ' ', 's'.repeat(512), '😀'.repeat(512)],
]

const parse = (reference: string) => parseLinkReturn(KEY, { reference }, true)

test('a reference stays as it is, and hidden or unseen characters are refused', () => {
  const taken = ['1', 'A  b', 'e\u0301', '😀', 'x'.repeat(200), '"quoted"', '<b>']
  const none = { email: null, returnUrl: null, returnState: null }
  expect(taken.map(parse)).toEqual(taken.map((reference) => ({ reference, ...none })))
  const refused = [
    ...['', ' ', ' a', 'a ', 'a\nb', 'a\rb', 'a\tb', 'a\0', 'a\u202eb', 'a\u200bb', '\u2800'],
    ...['\ud800', 'a\u2028b', 'x'.repeat(201)],
  ]
  expect(takenRows(refused, parse, invalid(/^reference must/))).toEqual([])
})

test('a reference or an email names one person, so a link for any number of clients has none', () => {
  for (const named of [{ reference: '1' }, { email: 'ada@example.com' }])
    expect(() => parseLinkReturn(KEY, named, false)).toThrow(/^(reference|email) names one person/)
})

const refused = [
  ...HOSTILE_URLS,
  ...['https://firm.example', 'HTTPS://firm.example/', 'https://FIRM.example/'],
  ...['https://firm.example:443/', 'https://firm.example/connected'],
  'https://firm.example/Connected?tenant=a%20b&x=1',
  'https://firm.example/connected?tenant=a+b&x=1',
  'https://firm.example/connected?tenant=a%20b&x=1&y=2',
  ...['https://firm.example/connected?tenant=a%20b&x=', ' https://firm.example/'],
  ...['https://firm.example//', 'https://firm.example/.', 'https://firm.example.evil.example/'],
  ...['https://sub.firm.example/', 'https://firm.example./', 'https://fırm.example/'],
  'https://firm。example/',
]

test('a return address of a link is one of the key, compared as text', () => {
  const parse = (returnUrl: string) => parseLinkReturn(KEY, { returnUrl }, false)
  expect(KEY.returnUrls.map((url) => parse(url).returnUrl)).toEqual(KEY.returnUrls)
  expect(takenRows(refused, parse, invalid(/^returnUrl takes/))).toEqual([])
})

test('a state goes back as it is, and changes nothing else', () => {
  for (const state of HOSTILE_STATES) {
    const link = parseLinkReturn(KEY, { returnUrl: HOME, state }, false)
    const url = new URL(returnAddress(link, KEY, ID) ?? '')
    expect(`${url.origin}${url.pathname}`, state).toBe('https://firm.example/connected')
    expect([...url.searchParams]).toEqual([
      ['tenant', 'a b'],
      ['x', '1'],
      ['connection', ID],
      ['state', state],
    ])
    expect([url.hash, url.username, url.password]).toEqual(['', '', ''])
    expect(url.href).toMatch(/^[\x21-\x7e]+$/)
  }
})

test('a state with hidden characters is refused, and it needs a return address', () => {
  const parse = (state: string) => parseLinkReturn(KEY, { returnUrl: HOME, state }, false)
  const refused = ['', 'a\r\nb', 'a\0', '\u0085', '\u001b[2J', '\ud800', 's'.repeat(513)]
  expect(takenRows(refused, parse, invalid(/^state must/))).toEqual([])
  expect(() => parseLinkReturn(KEY, { state: 's' }, true)).toThrow(/needs a returnUrl/)
})

test('the return address keeps every byte of the address', () => {
  for (const [returnUrl, separator] of [
    ['https://firm.example/', '?'],
    ['https://firm.example/a%20b?', ''],
    ['https://firm.example/?flag', '&'],
    ['https://firm.example/?flag&', ''],
    ['https://firm.example/?a=b%20c+d&e=%7E~&f=%2f', '&'],
    ['https://firm.example/?a=%27(*)!&b=x;y&&c==', '&'],
    ['https://firm.example/?q=a?b', '&'],
  ] as const) {
    const key = { returnUrls: parseReturnUrls([returnUrl]) }
    const back = (returnState: string | null) => returnAddress({ returnUrl, returnState }, key, ID)
    expect(back(null)).toBe(`${returnUrl}${separator}connection=${ID}`)
    const ours = `connection=${ID}&state=a%20%26%2B%23%C3%A9`
    expect(back('a &+#é')).toBe(`${returnUrl}${separator}${ours}`)
  }
})

test('the return address ends with the address, or one that is like it', () => {
  const link = { returnUrl: HOME, returnState: 's' }
  expect(returnAddress(link, KEY, ID)).toContain('https://firm.example/connected')
  for (const returnUrls of [
    [],
    ['https://firm.example/connected'],
    [`${HOME}#`],
    [HOME.toUpperCase()],
  ])
    expect(returnAddress(link, { returnUrls }, ID)).toBeNull()
})
