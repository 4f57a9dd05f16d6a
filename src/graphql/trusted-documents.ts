import { validate } from 'graphql'
import { GatewayError } from '../errors.ts'
import type { ListedDocument } from '../modules/trusted-documents/manifest.ts'
import {
  createTrustedTexts,
  type FindTrustedText,
} from '../modules/trusted-documents/trusted-document.reads.ts'
import { type Context, poolOf } from '../schema/context.ts'
import { parseDocument } from './read-document.ts'
import type { DocumentReference } from './request.ts'
import { schema } from './schema.ts'

// Clients that first send only the hash of a document send the whole document after exactly this message.
const NO_PERSISTED_QUERY = 'PersistedQueryNotSupported'

/** The text of the document of a request. */
interface DocumentText {
  readonly text: string
  /** Whether an operator has added it, so that its size is not charged. */
  readonly isTrusted: boolean
}

/**
 * Creates the reader of what a request names. Throws `document_not_trusted` for a text of a key that is limited to
 * trusted documents and for an unknown id, `caller_not_allowed` for an id or a hash of a service account, and
 * `invalid_body` for an unknown hash.
 */
export function createDocumentFinder(find: FindTrustedText = createTrustedTexts()) {
  return async (reference: DocumentReference, run: Context): Promise<DocumentText> => {
    if (run.caller?.kind === 'service' && reference.kind !== 'text') throw notForServices()
    if (reference.kind === 'text')
      return { text: requireAnyText(reference.text, run), isTrusted: false }
    const text = await find(poolOf(run), reference.id)
    if (text !== null) return { text, isTrusted: true }
    if (reference.kind === 'hash') throw new GatewayError('invalid_body', NO_PERSISTED_QUERY)
    throw new GatewayError('document_not_trusted', 'No trusted document has this documentId.')
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

/** A document with the name of its first operation. Throws `invalid_parameter` if the schema does not accept it. */
export function checkTrustedDocument({ id, text }: ListedDocument) {
  const reject = (reason: string) =>
    new GatewayError('invalid_parameter', `Document ${id}: ${reason}`)
  try {
    const { document } = parseDocument(text)
    const [error] = validate(schema, document)
    if (error) throw reject(error.message)
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition')
    if (operation?.kind !== 'OperationDefinition') throw reject('It has no operation.')
    return { id, text, name: operation.name?.value ?? '' }
  } catch (thrown) {
    throw thrown instanceof GatewayError && thrown.code === 'invalid_parameter'
      ? thrown
      : reject(thrown instanceof Error ? thrown.message : 'It cannot be read.')
  }
}
