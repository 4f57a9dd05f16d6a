import { GraphQLError } from 'graphql'
import { toGatewayError } from '../../src/errors.ts'
import { causeOf } from '../../src/graphql/errors.ts'
import { parseDocument } from '../../src/graphql/plugins/use-document-budget.ts'

/** Null if the document may be validated, or the code of the error. */
export function rejectionOf(text: string): string | null {
  try {
    parseDocument(text)
    return null
  } catch (thrown) {
    return (thrown instanceof GraphQLError ? causeOf(thrown) : toGatewayError(thrown)).code
  }
}
