import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidParameter } from '../../errors.ts'
import { parseJson } from '../../values/json.ts'

/** A document of a manifest, with the id that requests name it by. */
export interface ListedDocument {
  readonly id: string
  readonly text: string
}

/** The form of an id: a hash, or a name that a build tool chose. */
export const DOCUMENT_ID = /^[A-Za-z0-9_.-]{1,128}$/

// GraphQL over HTTP, appendix A: before a hash in hexadecimal digits. The id is stored without it.
const HASH_PREFIX = /^sha256:(?=[\da-f]{64}$)/

const MAX_DOCUMENTS = 5_000
const ApolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
})
// Relay and GraphQL Code Generator write one object: the texts by their ids.
const TextsById = z.record(z.string(), z.string())

/** The id by which a document is stored, of one in a manifest or a request: `sha256:` before a hash may be there or not. */
export function storedId(id: string): string {
  return id.replace(HASH_PREFIX, '')
}

/** The documents of a manifest of Apollo, Relay or GraphQL Code Generator (texts by id). Throws `invalid_parameter`. */
export function parseManifest(content: string): readonly ListedDocument[] {
  // Some programs begin a file with a byte order mark.
  const listed = readDocuments(parseJson(content.replace(/^\uFEFF/, '')))
  listed.forEach(requireItsHash)
  const documents = listed.map(({ id, text }) => ({ id: storedId(id), text }))
  if (documents.length === 0 || documents.length > MAX_DOCUMENTS)
    throw invalidParameter(
      `A manifest has 1 to ${MAX_DOCUMENTS} documents; this one has ${documents.length}.`,
    )
  for (const { id } of documents)
    if (!DOCUMENT_ID.test(id))
      throw invalidParameter(
        `${JSON.stringify(id.slice(0, 40))} is not an id: 1 to 128 of A-Z, a-z, 0-9, _ . -`,
      )
  requireOneTextEach(documents)
  return documents
}

function readDocuments(manifest: unknown): ListedDocument[] {
  if (manifest === undefined) throw invalidParameter('The file is not JSON.')
  const apollo = ApolloManifest.safeParse(manifest)
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => ({ id, text: body }))
  const texts = TextsById.safeParse(manifest)
  if (texts.success) return Object.entries(texts.data).map(([id, text]) => ({ id, text }))
  throw invalidParameter(
    'The file is not a manifest: an apollo-persisted-query-manifest of version 1, or an object of documents by id.',
  )
}

// An id of this form says which text it stands for.
function requireItsHash({ id, text }: ListedDocument): void {
  const hash = HASH_PREFIX.test(id) && createHash('sha256').update(text).digest('hex')
  if (hash !== false && hash !== storedId(id))
    throw invalidParameter(`${id} is not the hash of its document, which is sha256:${hash}.`)
}

function requireOneTextEach(documents: readonly ListedDocument[]): void {
  const texts = new Map<string, string>()
  for (const { id, text } of documents) {
    if (texts.has(id) && texts.get(id) !== text)
      throw invalidParameter(`Two documents have the id ${id}.`)
    texts.set(id, text)
  }
}
