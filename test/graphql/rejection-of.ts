import { asGraphQLError, causeOf } from '../../src/graphql/format-result.ts'
import { parseDocument } from '../../src/graphql/read-document.ts'

/** Null if the document may be validated, or the code of the error. */
export function rejectionOf(text: string): string | null {
  try {
    parseDocument(text)
    return null
  } catch (thrown) {
    return causeOf(asGraphQLError(thrown)).code
  }
}
