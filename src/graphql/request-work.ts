import type { DocumentNode } from 'graphql'
import type { Charged } from './charge.ts'
import type { StoredBody } from './plugins/use-stored-introspection.ts'

/** A request at `/graphql`, as it arrived. */
export interface GraphQLCall {
  readonly method: string
  /** The query of its target, still encoded. */
  readonly query: string
  /** Its `Content-Type`. */
  readonly type: string | undefined
  /** Empty if the method has none. */
  readonly body: Uint8Array
}

/** How a request names its document: by the text, by the id of a trusted document, or by the hash of either. */
export type DocumentReference =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'id' | 'hash'; readonly id: string }

/** The state of a request, from its arrival on. Each plugin sets its own members. */
export interface RequestWork extends Charged {
  reference?: DocumentReference
  /** Whether its document is one that an operator has added. */
  isTrusted?: boolean
  document?: DocumentNode
  /** The stored body that answers it. */
  stored?: StoredBody
  /** Whether the operation changes something. */
  isChange?: boolean
}
