import { GatewayError, invalidBody } from '../errors.ts'
import { storedId } from '../modules/trusted-documents/manifest.ts'
import { createTrustedTexts } from '../modules/trusted-documents/trusted-document.reads.ts'
import { poolOf } from '../schema/builder.ts'
import type { ServerContext } from './yoga.ts'

/** How a request names its document: by the text, by the id of a trusted document, or by the hash of either. */
interface DocumentReference {
  readonly text: string | null | undefined
  readonly documentId: string | null | undefined
  readonly hash: string | undefined
}

// Clients that first send only the hash of a document send the whole document after exactly this message.
const NO_PERSISTED_QUERY = 'PersistedQueryNotSupported'

/**
 * Returns the function that finds the text of the document that a request names. The error is `document_not_trusted` for a
 * text of a key that is limited to trusted documents and for an unknown id, `caller_not_allowed` for an id or a hash of a
 * service account, and `invalid_body` for an unknown hash and for a request that names none.
 */
export function createTextFinder() {
  const find = createTrustedTexts()
  return async ({ text, documentId, hash }: DocumentReference, { run, work }: ServerContext) => {
    const { caller } = run
    if (text != null) {
      if (caller?.kind === 'partner' && caller.trustedDocumentsOnly)
        throw notTrusted(
          'This API key runs trusted documents only: send the id of one as documentId, without query.',
        )
      return text
    }
    const id = documentId ?? hash
    if (id === undefined) throw invalidBody('query takes a GraphQL document.')
    // Trusted documents are for the programs of firms. A service account has no use for their ids.
    if (caller?.kind === 'service')
      throw new GatewayError(
        'caller_not_allowed',
        'Trusted documents do not serve service accounts: send the text of the document as query.',
      )
    const found = await find(poolOf(run), storedId(id))
    work.isTrusted = found !== null
    if (found !== null) return found
    if (documentId == null) throw invalidBody(NO_PERSISTED_QUERY)
    throw notTrusted('No trusted document has this documentId.')
  }
}

function notTrusted(reason: string): GatewayError {
  return new GatewayError('document_not_trusted', reason)
}
