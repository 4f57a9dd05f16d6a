import { describe, expect, test } from 'vitest'
import { parseReturnUrls } from '../../../src/modules/keys/return-url.ts'
import { parseLinkReturn, wayBack } from '../../../src/modules/links/link-return.ts'
import { titled } from '../../support/titled.ts'
import { HOSTILE_URLS, mutationsOf } from './hostile-urls.ts'

const HOME = 'https://firm.example/connected?tenant=a%20b&x=1'
const KEY = { returnUrls: [HOME, 'https://firm.example/'] }
const ID = 'connection_01ARZ3NDEKTSV4RRFFQ69G5FAV'

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid_parameter', message: expect.stringMatching(message) })

const HOSTILE_STATES = [
  'a&connection=connection_01ARZ3NDEKTSV4RRFFQ69G5FAX',
  '#fragment',
  '?x=1',
  '/../..',
  '//evil.example',
  'javascript:alert(1)',
  '"><script>alert(1)</script>',
  '%0d%0aSet-Cookie:%20a=b',
  '%00',
  '%',
  '+ +',
  '=',
  '&',
  ';',
  '\\',
  'ü',
  '😀',
  '\u202e',
  '\u2028',
  ' ',
  's'.repeat(512),
  '😀'.repeat(512),
]

describe('a reference', () => {
  test.each(
    titled(['1', 'customer-1042', 'A  b', 'e\u0301', '😀', 'x'.repeat(200), '"quoted"', '<b>']),
  )('%s stays as it is', (_title, reference) => {
    expect(parseLinkReturn(KEY, { reference }, true)).toEqual({
      reference,
      email: null,
      returnUrl: null,
      returnState: null,
    })
  })

  test.each(
    titled([
      '',
      ' ',
      ' a',
      'a ',
      'a\nb',
      'a\rb',
      'a\tb',
      'a\0',
      'a\u202eb',
      'a\u200bb',
      '\u2800',
      '\ud800',
      'a\u2028b',
      'x'.repeat(201),
    ]),
  )('%s is refused', (_title, reference) => {
    expect(() => parseLinkReturn(KEY, { reference }, true)).toThrow(invalid(/^reference must/))
  })

  test('names one person, so a link for any number of clients has none', () => {
    expect(() => parseLinkReturn(KEY, { reference: '1' }, false)).toThrow(
      invalid(/^reference names one person/),
    )
  })
})

describe('an email', () => {
  test('is stored as the emails of accounts are', () => {
    const link = parseLinkReturn(KEY, { email: ' Ada@Example.com ' }, true)
    expect(link).toMatchObject({ email: 'ada@example.com', reference: null })
  })

  test.each(
    titled([
      '',
      ' ',
      'ada',
      'ada@',
      'a b@example.com',
      'ada@example.com\0',
      'a@b@c.example',
      `${'x'.repeat(250)}@example.com`,
    ]),
  )('%s is refused', (_title, email) => {
    expect(() => parseLinkReturn(KEY, { email }, true)).toThrow(invalid(/^email takes/))
  })

  test('names one person, so a link for any number of clients has none', () => {
    expect(() => parseLinkReturn(KEY, { email: 'ada@example.com' }, false)).toThrow(
      invalid(/^email names one person/),
    )
  })
})

describe('a return address of a link', () => {
  test.each(KEY.returnUrls)('%j is one of the key', (returnUrl) => {
    expect(parseLinkReturn(KEY, { returnUrl }, false)).toMatchObject({ returnUrl })
  })

  test.each(
    titled([
      ...HOSTILE_URLS,
      'https://firm.example',
      'HTTPS://firm.example/',
      'https://FIRM.example/',
      'https://firm.example:443/',
      'https://firm.example/connected',
      'https://firm.example/Connected?tenant=a%20b&x=1',
      'https://firm.example/connected?tenant=a+b&x=1',
      'https://firm.example/connected?tenant=a%20b&x=1&y=2',
      'https://firm.example/connected?tenant=a%20b&x=',
      ' https://firm.example/',
      'https://firm.example/ ',
      'https://firm.example//',
      'https://firm.example/.',
      'https://firm.example.evil.example/',
      'https://evil.example/https://firm.example/',
      'https://evil-firm.example/',
      'https://sub.firm.example/',
      'https://firm.example./',
      'https://fırm.example/',
      'https://firm。example/',
    ]),
  )('%s is refused', (_title, returnUrl) => {
    expect(() => parseLinkReturn(KEY, { returnUrl }, true)).toThrow(invalid(/^returnUrl takes/))
  })

  test('is exactly one of the key, whatever is given', () => {
    for (const returnUrl of mutationsOf(HOME, 500)) {
      if (KEY.returnUrls.includes(returnUrl)) continue
      expect(() => parseLinkReturn(KEY, { returnUrl }, true), returnUrl).toThrow(invalid(/./))
      // A stored address that the key does not have leads nowhere either.
      expect(wayBack({ returnUrl, returnState: null }, KEY, ID)).toBeNull()
    }
  })
})

describe('a state', () => {
  test.each(
    titled(HOSTILE_STATES),
  )('%s goes back as it is, and changes nothing else', (_title, state) => {
    const link = parseLinkReturn(KEY, { returnUrl: HOME, state }, false)
    const url = new URL(wayBack(link, KEY, ID) ?? '')
    expect(`${url.origin}${url.pathname}`).toBe('https://firm.example/connected')
    expect([...url.searchParams]).toEqual([
      ['tenant', 'a b'],
      ['x', '1'],
      ['connection', ID],
      ['state', state],
    ])
    expect([url.hash, url.username, url.password]).toEqual(['', '', ''])
    expect(url.href).toMatch(/^[\x21-\x7e]+$/)
  })

  test('goes back as it is, whatever is given', () => {
    for (const state of mutationsOf('state', 500)) {
      const given = { returnUrl: HOME, state }
      if (/[\0\r\n\t]/.test(state) || state === '' || state.length > 512) {
        expect(() => parseLinkReturn(KEY, given, false)).toThrow(invalid(/^state must/))
        continue
      }
      const back = wayBack(parseLinkReturn(KEY, given, false), KEY, ID) ?? ''
      expect(back.startsWith('https://firm.example/connected?'), back).toBe(true)
      expect(new URL(back).searchParams.getAll('state')).toEqual([state])
      expect(new URL(back).searchParams.getAll('connection')).toEqual([ID])
    }
  })

  test.each(
    titled(['', 'a\r\nb', 'a\0', '\u0085', '\u001b[2J', '\ud800', 's'.repeat(513)]),
  )('%s is refused', (_title, state) => {
    const given = { returnUrl: HOME, state }
    expect(() => parseLinkReturn(KEY, given, false)).toThrow(invalid(/^state must/))
  })

  test('needs a return address', () => {
    expect(() => parseLinkReturn(KEY, { state: 's' }, true)).toThrow(invalid(/needs a returnUrl/))
  })
})

test.each([
  ['https://firm.example/', '?'],
  ['https://firm.example/a%20b?', ''],
  ['https://firm.example/?flag', '&'],
  ['https://firm.example/?flag&', ''],
  ['https://firm.example/?a=b%20c+d&e=%7E~&f=%2f', '&'],
  ['https://firm.example/?a=%27(*)!&b=x;y&&c==', '&'],
  ['https://firm.example/?q=a?b', '&'],
])('the way back keeps every byte of %j', (returnUrl, separator) => {
  const key = { returnUrls: parseReturnUrls([returnUrl]) }
  const back = (returnState: string | null) => wayBack({ returnUrl, returnState }, key, ID)
  expect(back(null)).toBe(`${returnUrl}${separator}connection=${ID}`)
  const ours = `connection=${ID}&state=a%20%26%2B%23%C3%A9`
  expect(back('a &+#é')).toBe(`${returnUrl}${separator}${ours}`)
})

test('the way back ends with the address, or one that is like it', () => {
  const link = { returnUrl: HOME, returnState: 's' }
  expect(wayBack(link, KEY, ID)).toContain('https://firm.example/connected')
  for (const returnUrls of [
    [],
    ['https://firm.example/connected'],
    [`${HOME}#`],
    [HOME.toUpperCase()],
  ])
    expect(wayBack(link, { returnUrls }, ID)).toBeNull()
})
