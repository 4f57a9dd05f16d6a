import fc from 'fast-check'
import { ASSET_FILTER_TYPES } from '../../src/access/asset-filter.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { type DrawnEdit, EDITS, type EditName } from './edits.ts'
import { IMPORT_GATES, type ImportGate } from './held.ts'
import {
  type Change,
  type DisturbedWalk,
  type DrawnTerms,
  type History,
  KEYS,
  MIRRORS,
  type Move,
  type Step,
  type Style,
} from './history.ts'

/** The filters that a listing may add to the visibility, and the parts that it may include. */
const LISTINGS = [
  '&category=coins',
  '&min_value=10',
  '&max_value=10',
  '&min_value=5&max_value=10',
  '&category=art&min_value=5',
  '&include=valuations',
  '&include=documents,valuations',
] as const

const draw = fc.nat({ max: 999 })
const edit: fc.Arbitrary<DrawnEdit> = fc.record({
  edit: fc.constantFrom(...(Object.keys(EDITS) as EditName[])),
  asset: draw,
  draw,
})
const edits = fc.array(edit, { minLength: 1, maxLength: 3 })

const scopes: fc.Arbitrary<readonly Scope[]> = fc.oneof(
  fc.constant(SCOPES),
  fc.constant(['registry'] as const),
  fc.subarray([...SCOPES], { minLength: 1, maxLength: 3 }),
)
const terms: fc.Arbitrary<DrawnTerms> = fc.record({
  key: draw,
  change: fc.constantFrom(
    'scopes',
    'scopes',
    'filter',
    'filter',
    'both',
    'both',
    'expiry',
    'revocation',
  ),
  scopes,
  filter: fc.record({
    type: fc.constantFrom(...ASSET_FILTER_TYPES),
    values: fc.array(draw, { minLength: 1, maxLength: 3 }),
  }),
  lifetime: draw,
})

const gate = fc.constantFrom(...(Object.keys(IMPORT_GATES) as ImportGate[]))
const clock = fc.record({
  kind: fc.constant('clock' as const),
  by: fc.constantFrom(1, 2, 5, 60, 2_500, 5_000_000, -1, -5, -60, -2_500, -5_000_000),
})
const importAt = (gate: fc.Arbitrary<ImportGate | null>): fc.Arbitrary<Change> =>
  fc.record({ kind: fc.constant('import' as const), edits, gate })
const termsThat = (isHeld: boolean): fc.Arbitrary<Change> =>
  fc.record({ kind: fc.constant('terms' as const), terms, isHeld: fc.constant(isHeld) })
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: importAt(fc.constant(null)) },
  { weight: 2, arbitrary: termsThat(false) },
  { weight: 3, arbitrary: clock },
)
const heldImport = importAt(gate)
const heldTerms = termsThat(true)
const heldChange = fc.oneof(
  { weight: 3, arbitrary: heldImport },
  { weight: 1, arbitrary: heldTerms },
)

const style: fc.Arbitrary<Style> = fc.record({
  pageSize: fc.constantFrom(null, 1, 2, 3, 5, 100),
  way: fc.constantFrom('links', 'links', 'links', 'numbers'),
  cutAfter: fc.constantFrom(0, 0, 0, 1, 2),
  resumes: fc.boolean(),
  repeats: fc.constantFrom(false, false, false, true),
  polls: fc.boolean(),
})
const release = fc.record({ kind: fc.constant('release' as const) })
const purge = fc.record({
  kind: fc.constant('purge' as const),
  age: fc.constantFrom(0, 60, 2_500, 5_000_000),
})
const disturbance = fc.record({
  after: fc.nat({ max: 9 }),
  change: fc.oneof(
    { weight: 3, arbitrary: change },
    { weight: 1, arbitrary: release },
    { weight: 1, arbitrary: purge },
  ),
})
const walk: fc.Arbitrary<DisturbedWalk> = fc.record({
  kind: fc.constant('walk' as const),
  mirror: draw,
  style,
  changes: fc.array(disturbance, { maxLength: 2 }),
})

const copy = fc.constant<Change>({ kind: 'copy' })
const kept = fc.record({ kind: fc.constant('cursor' as const), from: draw, to: draw, kept: draw })

const anyMoves = fc
  .tuple(
    fc.option(heldChange, { freq: 2 }),
    fc.array(
      fc.oneof<fc.WeightedArbitrary<Move>[]>(
        { weight: 6, arbitrary: change },
        { weight: 6, arbitrary: walk },
        { weight: 4, arbitrary: copy },
        { weight: 3, arbitrary: purge },
        { weight: 5, arbitrary: kept },
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([held, others]): Move[] => (held ? [held, ...others] : others))

/** One key's mirror walks while a transaction is open, after others have changed what it sees. */
const race = fc
  .record({
    key: fc.nat({ max: KEYS - 1 }),
    link: fc.record({ edit: fc.constant('twoLinks' as const), asset: draw, draw }),
    held: fc.oneof(heldImport, heldTerms),
    early: fc.constantFrom(0, 5, 60),
    by: fc.constantFrom(2, 5, 60, 2_500, -60),
    others: fc.subarray<'import' | 'terms'>(['import', 'terms'], { minLength: 1 }),
    edits: fc.array(edit, { minLength: 3, maxLength: 5 }),
    terms,
    styles: fc.tuple(style, style),
    // The first statement of a walk comes after its caller was identified.
    ends: fc.option(fc.nat({ max: 2 })),
  })
  .map(({ key, link, held, early, by, others, ends, ...drawn }): Move[] => [
    { kind: 'import', edits: [link], gate: null },
    { kind: 'clock', by: early },
    held.kind === 'terms' ? { ...held, terms: { ...held.terms, key } } : held,
    { kind: 'clock', by },
    ...others.map((kind): Change => {
      if (kind === 'terms') return { kind, terms: { ...drawn.terms, key }, isHeld: false }
      return { kind, edits: drawn.edits, gate: null }
    }),
    { kind: 'clock', by: 2 },
    ...drawn.styles.map((style, i): DisturbedWalk => {
      const changes = ends === null ? [] : [{ after: ends, change: { kind: 'release' as const } }]
      return { kind: 'walk', mirror: (key + i) % KEYS, style, changes }
    }),
  ])
/** A copy is put back after changes, or tombstones of changes are purged; links from before it are sent. */
const rupture = fc
  .record({
    by: fc.constantFrom('copy' as const, 'purge' as const),
    edits: fc.array(edit, { minLength: 3, maxLength: 5 }),
    kept: fc.array(kept, { minLength: 2, maxLength: 2 }),
    walk,
  })
  .map(({ by, edits, kept, walk }): Move[] => {
    const removal = { edit: 'remove' as const, asset: kept[0]?.from ?? 0, draw: 0 }
    const changes: Move[] = [
      { kind: 'import', edits: [removal, ...edits], gate: null },
      walk,
      { kind: 'clock', by: 5 },
    ]
    const purges: Move[] = [
      { kind: 'purge', age: 0 },
      { kind: 'purge', age: 0 },
    ]
    if (by === 'purge') return [...changes, ...purges, ...kept]
    return [{ kind: 'copy' }, ...changes, { kind: 'copy' }, ...kept]
  })
const moves = fc.oneof(
  { weight: 3, arbitrary: anyMoves },
  { weight: 3, arbitrary: race },
  { weight: 2, arbitrary: rupture },
)
const styles = fc.array(style, { minLength: MIRRORS, maxLength: MIRRORS })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('batch' as const), moves, styles }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('probe' as const),
      change: fc.oneof(
        { weight: 2, arbitrary: change },
        { weight: 1, arbitrary: heldTerms },
        { weight: 1, arbitrary: heldImport },
      ),
      keys: fc.array(draw, { minLength: 2, maxLength: 2 }),
      styles,
    }),
  },
)

/** Random histories. */
export const histories: fc.Arbitrary<History> = fc.record({
  portfolio: fc.array(edit, { minLength: 8, maxLength: 16 }),
  grants: fc.array(terms, { minLength: KEYS, maxLength: KEYS }),
  listings: fc.array(fc.record({ key: draw, listing: fc.constantFrom(...LISTINGS) }), {
    minLength: MIRRORS - KEYS,
    maxLength: MIRRORS - KEYS,
  }),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
})
