import { readFile } from 'node:fs/promises'
import { Kind, validate } from 'graphql'
import { invalidParameter } from '../errors.ts'
import { parseDocument } from '../graphql/plugins/use-document-budget.ts'
import { schema } from '../graphql/schema.ts'
import {
  type ListedDocument,
  parseManifest,
  storedId,
} from '../modules/trusted-documents/manifest.ts'
import {
  addTrustedDocuments,
  removeTrustedDocument,
} from '../modules/trusted-documents/trusted-document.writes.ts'
import { type CliCommand, type CommandResult, listed } from './command.ts'
import type { Session } from './runner.ts'

export const COMMANDS = [addAdd, addList, addRemove]

function addAdd(documents: CliCommand): void {
  documents
    .add(
      'add <manifest>',
      'add the documents of a manifest of Apollo, Relay or GraphQL Code Generator',
      'documents add persisted-documents.json',
    )
    .onSchema(addManifest)
}

async function addManifest({ prisma }: Session, file: string): Promise<CommandResult> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalidParameter(`${file} is not a readable file.`)
  })
  const listed = parseManifest(text)
  const result = await addTrustedDocuments(prisma, listed.map(checkTrustedDocument))
  return { json: result, lines: [`${result.added} added, ${result.unchanged} unchanged`] }
}

/** A document with the name of its first operation. Throws `invalid_parameter` if the schema does not accept it. */
export function checkTrustedDocument({ id, text }: ListedDocument) {
  try {
    const { document } = parseDocument(text)
    const [error] = validate(schema, document)
    if (error) throw error
    const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
    if (!operation) throw new Error('It has no operation.')
    return { id, text, name: operation.name?.value ?? '' }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'It cannot be read.'
    throw invalidParameter(`Document ${id}: ${reason}`)
  }
}

function addList(documents: CliCommand): void {
  documents
    .add('list', 'list the trusted documents', 'documents list')
    .onSchema(async ({ prisma }) => {
      const data = await prisma.trustedDocument.findMany({
        select: { id: true, name: true, addedAt: true },
        orderBy: { id: 'asc' },
      })
      return listed(data, ['id', 'addedAt', 'name'], 'No trusted documents.')
    })
}

function addRemove(documents: CliCommand): void {
  documents
    .add(
      'remove <id>',
      'remove a trusted document; it is run for five more seconds at most',
      'documents remove 3f5c0e…',
    )
    .onSchema(async ({ prisma }, id: string) => {
      await removeTrustedDocument(prisma, storedId(id))
      return { json: { id }, lines: [`Document ${id} is removed.`] }
    })
}
