import type { AssetFilterType } from '../../src/access/asset-filter.ts'
import type { Scope } from '../../src/access/scopes.ts'
import type { Draw } from './draft.ts'
import type { DrawnEdit } from './edits.ts'
import type { ImportGate } from './held.ts'

/** Keys with a grant each, and mirrors, of which the last have a listing of their own. */
export const KEYS = 8
export const MIRRORS = 12

/** A change of the terms of a grant. One that has ended is given again. */
export interface DrawnTerms {
  readonly key: Draw
  readonly change: 'scopes' | 'filter' | 'both' | 'expiry' | 'revocation'
  readonly scopes: readonly Scope[]
  readonly filter: { readonly type: AssetFilterType; readonly values: readonly Draw[] }
  readonly lifetime: Draw
}

/** A change by someone, or by the clock. */
export type Change =
  | {
      readonly kind: 'import'
      readonly edits: readonly DrawnEdit[]
      readonly gate: ImportGate | null
    }
  | { readonly kind: 'terms'; readonly terms: DrawnTerms; readonly isHeld: boolean }
  | { readonly kind: 'clock'; readonly by: number }
  /** Transactions that were held end. */
  | { readonly kind: 'release' }
  /** A copy of the portfolio is kept; if there is one, it is put back and is no more. */
  | { readonly kind: 'copy' }
  /** Tombstones up to so long ago are past their retention. Those of the purge before are removed. */
  | { readonly kind: 'purge'; readonly age: number }

/** How a mirror walks. */
export interface Style {
  readonly pageSize: number | null
  readonly way: 'links' | 'numbers'
  /** The walk is cut off after so many pages; 0: it is not. */
  readonly cutAfter: number
  /** Goes on where the last walk was cut off; else that walk is begun again. */
  readonly resumes: boolean
  readonly repeats: boolean
  /** Asks whether what it has of a URL is current. */
  readonly polls: boolean
}

/** By links, page after page, to the end. */
export const PLAIN: Style = {
  pageSize: null,
  way: 'links',
  cutAfter: 0,
  resumes: false,
  repeats: false,
  polls: false,
}

/** A walk with changes before some of the statements of its reads. */
export interface DisturbedWalk {
  readonly kind: 'walk'
  readonly mirror: Draw
  readonly style: Style
  readonly changes: readonly { readonly after: number; readonly change: Change }[]
}

/** A cursor that one mirror has kept is sent with the list of another one, or with its own. */
export interface KeptCursor {
  readonly kind: 'cursor'
  readonly from: Draw
  readonly to: Draw
  readonly kept: Draw
}

export type Move = Change | DisturbedWalk | KeptCursor

/** A batch of changes and walks, with transactions open meanwhile; or one change that most must not see. */
export type Step =
  | {
      readonly kind: 'batch'
      readonly moves: readonly Move[]
      readonly styles: readonly Style[]
    }
  | {
      readonly kind: 'probe'
      /** A change of terms, or an import, may be left open until the others have read. */
      readonly change: Change
      readonly keys: readonly Draw[]
      readonly styles: readonly Style[]
    }

/** All that happens to one portfolio. */
export interface History {
  readonly portfolio: readonly DrawnEdit[]
  readonly grants: readonly DrawnTerms[]
  readonly listings: readonly { readonly key: Draw; readonly listing: string }[]
  readonly steps: readonly Step[]
}
