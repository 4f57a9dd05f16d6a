import type { TypedDocumentString } from '../generated/graphql.ts'
import { OPERATION_TEXTS } from '../words/errors/operation-texts.ts'
import { createPortalError, type PortalError } from './error.ts'
import { asPost, exchange } from './session/http.ts'
import { shownData } from './shown-data.ts'

export type { TypedDocumentString }

/** The data of an operation, also where a part of it could not be read, or its error. */
export type Answer<Data> =
  | { readonly body: Data; readonly error?: PortalError | undefined }
  | { readonly error: PortalError }

interface Options {
  readonly signal?: AbortSignal
  /** Texts of others stay as they are. They are shown without what hides in them. */
  readonly exact?: boolean
}

const NULL_ROOT = createPortalError({ code: 'internal_error', requestId: null })

/**
 * Sends an operation to the `/graphql` that partners use, with the session cookie. Never throws. A root field that is
 * null has failed: the types of the documents have no null there.
 */
export async function request<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { signal, exact }: Options = {},
): Promise<Answer<Data>> {
  const operationName = nameOf(document)
  const init = { ...asPost({ query: String(document), variables, operationName }), signal }
  const texts = OPERATION_TEXTS[operationName]
  const { body, error } = await exchange<{ data?: Data | null }>('/graphql', init, texts)
  const data = body?.data
  if (!data || Object.values(data).includes(null)) return { error: error ?? NULL_ROOT }
  return { body: exact ? data : shownData(data), error }
}

/** The name of the operation of a document. `OPERATION_TEXTS` knows it. */
export function nameOf(document: object): string {
  return /(?:query|mutation) (\w+)/.exec(String(document))?.[1] ?? ''
}
