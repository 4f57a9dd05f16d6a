export const ASSET = { type: 'asset', ref: 'a', title: 'T', category: 'art' }
const VALUED = { asset: 'a', source: 'spot_price', valued_at: '2020-01-01' }
export const VALUATION = { type: 'valuation', value: '1', ...VALUED }
export const VALUATION_REMOVAL = { type: 'valuation_removal', ...VALUED }
const PAPER = { ref: 'd', document_type: 'appraisal', title: 'T' }
export const DOCUMENT = { type: 'document', asset: 'a', ...PAPER }
const COLLECTION = { type: 'collection', ref: 'c' }
export const DOCUMENT_REMOVAL = { type: 'document_removal', ref: 'd' }

const BAD_TEXTS = [5, true, {}, ['a'], 'a\0b', '\ud800', 'x\udc00']
// Nothing to see, or something that hides or turns round what stands beside it.
export const HIDING = [
  ...['', ' ', '\u3000\t', '\u200b\u2800', '\u00ad\ufeff', 'a\u200bb', 'قرآن\u200e\u200e'],
  ...['\u202efdp.exe', 'a\u2067b\u2069'],
  `a${'\u0301'.repeat(5)}`,
]
const BAD_MONEY = [
  ...['', '-1', '+1', '1e3', '1.', '.5', '01', '1.0000001', '01.50', '1,000', ' 1', '1\n'],
  ...['1234567890123456789', 'NaN', 1.5, 1e300, 2 ** 53, -1, {}, true],
]
export const LATER = ['2026-11-22', '2026-11-22T00:00:00Z', '2062-01-01', '9999-12-31']
export const BAD_INSTANTS = [
  ...['', '2020', '2020-1-1', '2023-02-29', '2020-13-01', '0000-01-01', '2020-01-01T000000'],
  ...['2020-01-01 00:00:00Z', '2020-01-01T24:00:00Z', '2020-01-01T00:00:00+25:00'],
  ...['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '+012020-01-01', 0],
]
const BAD_DATES = [
  ...['', '2023-02-29', '1900-02-29', '2020-01-01T00:00:00Z', '0000-01-01', '20200101', 0],
]
const BAD_WORDS = ['', 'Spot', 'spot price', 'spot-price', '_x', '1x', 'é', 'x'.repeat(65), 5]
export const BAD_SCORES = [-1, 101, 1.5, '50', true]
export const BAD_PERCENTAGES = [
  ...[-1, 100.01, '100.01', 33.333, '33.333', '1e9999', '', ' 5', '1e1'],
  ...[1e-7, null, {}],
]

type BadMember = [
  base: { type: string; [member: string]: string },
  member: string,
  values: unknown[],
]

export const BAD_MEMBERS: BadMember[] = [
  [ASSET, 'ref', [...BAD_TEXTS, '', null, 'x'.repeat(501)]],
  [ASSET, 'title', [...BAD_TEXTS, ...HIDING, null, undefined, 'x'.repeat(501), '𝒳'.repeat(501)]],
  [ASSET, 'category', ['', 'ART DECO', 'constructor', '__proto__', null, undefined, 5]],
  [ASSET, 'quantity', [...BAD_MONEY, '0', '0.000000', 0]],
  [ASSET, 'market_value', [...BAD_MONEY, '1.00001', '1.000010']],
  [ASSET, 'purchase_price', BAD_MONEY],
  [ASSET, 'insurance_value', BAD_MONEY],
  [ASSET, 'valued_at', ['2020-01-01']],
  [{ ...ASSET, market_value: '1' }, 'valued_at', [...BAD_INSTANTS, ...LATER]],
  [ASSET, 'created_at', [...BAD_INSTANTS, ...LATER]],
  [ASSET, 'description', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'notes', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'internal_notes', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'seller', [...BAD_TEXTS, 'x'.repeat(501)]],
  [ASSET, 'storage_location', [...BAD_TEXTS, 'x'.repeat(501)]],
  [ASSET, 'collections', ['c1', {}, 5]],
  [ASSET, 'heirs', [{}, 'A']],
  [ASSET, 'share_links', [{}, [{ label: 'x' }, { label: 'x' }]]],
  [ASSET, 'readiness', [[], 'x', 5]],
  [ASSET, 'verification', [[], 'x', 5]],
  [ASSET, 'type', ['assets']],
  [VALUATION, 'asset', [...BAD_TEXTS, '', null, undefined]],
  [VALUATION, 'value', [...BAD_MONEY, null, undefined]],
  [VALUATION, 'source', [...BAD_WORDS, null, undefined]],
  [VALUATION, 'valued_at', [...BAD_INSTANTS, ...LATER, null, undefined]],
  [VALUATION_REMOVAL, 'asset', [...BAD_TEXTS, '', null, undefined]],
  [VALUATION_REMOVAL, 'source', [...BAD_WORDS, null, undefined]],
  [VALUATION_REMOVAL, 'valued_at', [...BAD_INSTANTS, null, undefined]],
  [DOCUMENT_REMOVAL, 'ref', [...BAD_TEXTS, '', null, undefined, 'x'.repeat(501)]],
  [DOCUMENT, 'document_type', [...BAD_WORDS, null, undefined]],
  [DOCUMENT, 'title', [...BAD_TEXTS, ...HIDING, null]],
  [DOCUMENT, 'issuer', [...BAD_TEXTS, 'x'.repeat(501)]],
  [DOCUMENT, 'issued_on', [...BAD_DATES, '2026-11-22', '9999-12-31']],
  [DOCUMENT, 'expires_on', BAD_DATES],
  [{ ...DOCUMENT, issued_on: '2020-01-02' }, 'expires_on', ['2020-01-01', '0001-01-01']],
  [DOCUMENT, 'file_size', [-1, 1.5, 2 ** 53, '5', true]],
  [DOCUMENT, 'file_path', [...BAD_TEXTS, 'x'.repeat(1_001)]],
  [COLLECTION, 'name', [...BAD_TEXTS, ...HIDING, 'a\nb', 'a\u0096b', null, undefined]],
]
