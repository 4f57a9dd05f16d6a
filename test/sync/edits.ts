import { FULL } from '../importer/full-record.ts'
import { CATEGORIES, type Draft, type Draw, type ImportRecord, pick } from './draft.ts'

/** Where an edit is made. */
interface Place {
  readonly draft: Draft
  readonly ref: string
  readonly draw: Draw
  readonly now: Date
}

type Edit = (place: Place) => readonly ImportRecord[]

const MOST_ASSETS = 12
const YEARS = ['2020-01-01', '2021-01-01', '2022-01-01'] as const
const AMOUNTS = ['5', '10', '20', '20.5'] as const

/** Milliseconds from now to the expiry of a share link. The clock moves by similar steps. */
const LIFETIMES = [1, 2, 5, 50, 2_000, 4_000_000, -1_000] as const

const CATEGORY_DETAILS = {
  coins: (text: string) => ({ country: text }),
  art: (text: string) => ({ medium: text }),
  watches: (text: string) => ({ brand: text }),
  other: (text: string) => ({ attributes: { color: text } }),
}

const { type: _type, ref: _ref, ...MEMBERS } = FULL
type Member = keyof typeof MEMBERS

/** For each member of an asset record an edit that gives it the value of the full record, or takes it away. */
const MEMBER_EDITS = Object.fromEntries(
  Object.entries(MEMBERS).map(([member, value]) => [member, set(member, [undefined, value])]),
) as Record<Member, Edit>

// An edit with the name of a member replaces the one above: the member has more values, or depends on other data.
const OWN_EDITS = {
  // ------------------------------------------------------------- registry
  title: set('title', ['A', 'B', 'C']),
  quantity: set('quantity', [undefined, '1', '2.5']),
  created_at: set('created_at', [undefined, ...YEARS]),
  category: ({ draft, ref, draw }) => [
    draft.change(ref, { category: pick(CATEGORIES, draw), category_detail: undefined }),
  ],
  // ------------------------------------------------------------- valuation
  market_value: ({ draft, ref, draw }) => [
    draft.change(ref, { market_value: pick([undefined, ...AMOUNTS], draw), valued_at: undefined }),
  ],
  valued_at: ({ draft, ref, draw }) => [
    draft.change(ref, { market_value: pick(AMOUNTS, draw), valued_at: pick(YEARS, draw) }),
  ],
  purchase_price: set('purchase_price', [undefined, ...AMOUNTS]),
  insurance_value: set('insurance_value', [undefined, ...AMOUNTS]),
  valuation: ({ draft, ref, draw }) => [
    draft.value(
      ref,
      pick(YEARS, draw),
      pick(['appraisal', 'auction_result'], draw >> 2),
      pick(AMOUNTS, draw >> 3),
    ),
  ],
  valuationRemoval: ({ draft, draw }) => draft.removeValuation(draw),
  // ------------------------------------------------------------- detail
  description: set('description', [undefined, 'D', 'E']),
  collections: ({ draft, ref, draw }) => [
    draft.change(ref, { collections: pick(collectionSets(draft), draw) }),
  ],
  collectionName: ({ draft, draw }) => [
    draft.nameCollection(draft.collection(draw), pick(['X', 'Y', 'Z'], draw >> 2)),
  ],
  // ------------------------------------------------------------- category_detail
  category_detail: ({ draft, ref, draw }) => {
    const category = CATEGORIES.find((each) => each === draft.asset(ref).category) ?? 'other'
    const detail = CATEGORY_DETAILS[category](pick(['F', 'G'], draw))
    return [draft.change(ref, { category_detail: pick([undefined, detail], draw >> 2) })]
  },
  // ------------------------------------------------------------- documentation
  document: ({ draft, ref, draw }) => [
    draft.document(documentAt(draw), {
      asset: ref,
      document_type: pick(['invoice', 'appraisal'], draw >> 3),
      title: pick(['T', 'U'], draw >> 4),
      issued_on: pick([undefined, ...YEARS], draw >> 5),
    }),
  ],
  documentRemoval: ({ draft, draw }) => [draft.removeDocument(documentAt(draw))],
  // ------------------------------------------------------------- estate
  heirs: set('heirs', [
    undefined,
    [{ name: 'Bea', share_percent: '100' }],
    [
      { name: 'Bea', relationship: 'daughter', share_percent: '50' },
      { name: 'Cy', share_percent: '50' },
    ],
  ]),
  share_links: ({ draft, ref, draw, now }) => {
    const expires_at = new Date(now.getTime() + pick(LIFETIMES, draw)).toISOString()
    const lists = [[{ label: 'Lawyer', expires_at }], undefined, [{ label: 'Lawyer' }]] as const
    return [draft.change(ref, { share_links: pick(lists, draw % 7 < 5 ? 0 : draw >> 3) })]
  },
  twoLinks: ({ draft, ref, draw, now }) => {
    const expiresIn = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
    const lawyer = { label: 'Lawyer', expires_at: expiresIn(pick(LIFETIMES, draw)) }
    const insurer = { label: 'Insurer', expires_at: expiresIn(pick(LIFETIMES, draw >> 3)) }
    return [draft.change(ref, { share_links: [lawyer, insurer] })]
  },
  revokedLink: ({ draft, ref, draw, now }) => {
    const expires_at = new Date(now.getTime() + pick(LIFETIMES, draw)).toISOString()
    const [created_at, , revoked_at] = YEARS
    const link = pick([{ created_at }, { revoked_at }, { created_at, revoked_at }], draw >> 3)
    return [draft.change(ref, { share_links: [{ label: 'Lawyer', expires_at, ...link }] })]
  },
  readiness: set('readiness', [undefined, { score: 1 }, { score: 2, gaps: ['will'] }]),
  // ------------------------------------------------------------- verification
  verification: ({ draft, ref, draw }) => {
    const scan = (scanned_at: string) => ({
      scanned_at,
      method: 'nfc',
      result: pick(['match', 'mismatch'], draw),
    })
    const status = pick([undefined, 'verified', 'pending'], draw >> 1)
    const scans = YEARS.slice(0, (draw >> 3) % 4).map(scan)
    const scores = [undefined, 1, 2] as const
    const tamper_state = pick([undefined, 'intact'], draw >> 7)
    const given = { status, risk_score: pick(scores, draw >> 5), tamper_state, scans }
    return [draft.change(ref, { verification: pick([given, undefined], draw % 5 === 0 ? 1 : 0) })]
  },
  // ------------------------------------------------------------- private (P0)
  internal_notes: set('internal_notes', [undefined, 'P', 'Q']),
  filePath: ({ draft, draw }) => {
    const asset = draft.documentAsset(documentAt(draw))
    const path = pick(['/a', '/b', '/c'], draw >> 3)
    return asset === undefined ? [] : [draft.document(documentAt(draw), { asset, file_path: path })]
  },
  // ------------------------------------------------------------- whole assets
  add: ({ draft, draw }) => {
    if (draft.size >= MOST_ASSETS) return []
    const members = {
      category: pick(CATEGORIES, draw),
      collections: pick(collectionSets(draft), draw >> 2),
    }
    return [draft.change(draft.newRef(), members)]
  },
  remove: ({ draft, ref }) => [draft.remove(ref)],
  bringBack: ({ draft, draw }) => {
    const ref = pick(draft.removedRefs, draw)
    return ref === undefined ? [] : [draft.change(ref, { category: pick(CATEGORIES, draw >> 2) })]
  },
  replace: ({ draft, ref, draw }) => [
    draft.remove(ref),
    draft.change(ref, { category: pick(CATEGORIES, draw), title: 'R' }),
  ],
  /** Nothing differs. */
  again: ({ draft }) => draft.records,
} as const satisfies Record<string, Edit>

/** Every kind of change that an import can make. */
export const EDITS = { ...MEMBER_EDITS, ...OWN_EDITS }

export type EditName = keyof typeof EDITS

/** One change of an import, whatever the portfolio is when it is made. */
export interface DrawnEdit {
  readonly edit: EditName
  readonly asset: Draw
  readonly draw: Draw
}

/** The records of an import that makes these changes, one after another. */
export function recordsOf(draft: Draft, edits: readonly DrawnEdit[], now: Date): ImportRecord[] {
  return edits.flatMap(({ edit, asset, draw }) => {
    const make: Edit = EDITS[edit]
    const ref = pick(draft.refs, asset)
    if (ref === undefined) return EDITS.add({ draft, ref: '', draw, now })
    return make({ draft, ref, draw, now })
  })
}

function set(member: string, values: readonly [unknown, ...unknown[]]): Edit {
  return ({ draft, ref, draw }) => [draft.change(ref, { [member]: pick(values, draw) })]
}

function collectionSets(draft: Draft) {
  const [a, b] = [draft.collection(0), draft.collection(1)]
  return [undefined, [a], [b], [a, b]] as const
}

function documentAt(draw: Draw): string {
  return `d${draw % 6}`
}
