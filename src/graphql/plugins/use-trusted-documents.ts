import { GatewayError } from '../../errors.ts'
import {
  createTrustedTexts,
  type FindTrustedText,
} from '../../modules/trusted-documents/trusted-document.reads.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import type { ServerPlugin } from '../yoga.ts'

// Clients that first send only the hash of a document send the whole document after exactly this message.
const NO_PERSISTED_QUERY = 'PersistedQueryNotSupported'

/**
 * Finds the text of the document that a request names. The error is `document_not_trusted` for a text of a key that is
 * limited to trusted documents and for an unknown id, `caller_not_allowed` for an id or a hash of a service account, and
 * `invalid_body` for an unknown hash. The size of a document that an operator has added is not charged.
 */
export function useTrustedDocuments(find: FindTrustedText = createTrustedTexts()): ServerPlugin {
  return {
    async onParams({ params, context: { run, work }, setParams }) {
      const { reference } = work
      if (!reference) return
      if (run.caller?.kind === 'service' && reference.kind !== 'text') throw notForServices()
      if (reference.kind === 'text') {
        setParams({ ...params, query: requireAnyText(reference.text, run) })
        return
      }
      const text = await find(poolOf(run), reference.id)
      if (text !== null) {
        work.isTrusted = true
        setParams({ ...params, query: text })
      } else if (reference.kind === 'hash')
        throw new GatewayError('invalid_body', NO_PERSISTED_QUERY)
      else
        throw new GatewayError('document_not_trusted', 'No trusted document has this documentId.')
    },
  }
}

// Trusted documents are for the programs of firms. A service account has no use for their ids.
function notForServices(): GatewayError {
  return new GatewayError(
    'caller_not_allowed',
    'Trusted documents do not serve service accounts: send the text of the document as query.',
  )
}

function requireAnyText(text: string, { caller }: Context): string {
  if (caller?.kind !== 'partner' || !caller.trustedDocumentsOnly) return text
  throw new GatewayError(
    'document_not_trusted',
    'This API key runs trusted documents only: send the id of one as documentId, without query.',
  )
}
