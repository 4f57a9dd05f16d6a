import { change } from '../../database/change.ts'
import { GatewayError, stateConflict } from '../../errors.ts'
import type { PrismaClient, TrustedDocument } from '../../generated/prisma/client.ts'

/**
 * Adds the documents whose ids are not there yet, all of them or none. They are valid against the schema. Throws
 * `state_conflict` if an id has another text, because programs that were built before would run the new one.
 */
export async function addTrustedDocuments(
  prisma: PrismaClient,
  documents: readonly Pick<TrustedDocument, 'id' | 'name' | 'text'>[],
): Promise<{ readonly added: number; readonly unchanged: number }> {
  return change(prisma, async (tx) => {
    const ids = documents.map(({ id }) => id)
    const { count } = await tx.trustedDocument.createMany({
      data: [...documents],
      skipDuplicates: true,
    })
    const stored = await tx.trustedDocument.findMany({ where: { id: { in: ids } } })
    const texts = new Map(stored.map(({ id, text }) => [id, text]))
    const other = documents.find(({ id, text }) => texts.get(id) !== text)
    if (other)
      throw stateConflict(
        `The id ${other.id} belongs to another document. Remove it first: orangery documents remove ${other.id}`,
      )
    return { added: count, unchanged: stored.length - count }
  })
}

/** Removes a document. Each process stops running it within seconds. Throws `record_not_found`. */
export async function removeTrustedDocument(prisma: PrismaClient, id: string): Promise<void> {
  const { count } = await prisma.trustedDocument.deleteMany({ where: { id } })
  if (count === 0)
    throw new GatewayError('record_not_found', `There is no trusted document with the id ${id}.`)
}
