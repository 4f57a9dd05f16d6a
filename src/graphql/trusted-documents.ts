import { validate } from 'graphql'
import { GatewayError } from '../errors.ts'
import type { ListedDocument } from '../modules/trusted-documents/manifest.ts'
import { parseDocument } from './plugins/use-document-budget.ts'
import { schema } from './schema.ts'

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
