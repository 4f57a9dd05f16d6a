import { ulid } from 'ulid'
import type { Database } from '../../../src/database/client.ts'
import type { PrismaClient } from '../../../src/generated/prisma/client.ts'
import { importRecords, registryIds } from '../../support/portfolio.ts'

/** An asset of a client, by its registry id. */
export async function assetOf(database: Database, clientId: string): Promise<string> {
  const ref = ulid()
  const asset = { type: 'asset', ref, title: 'A watch', category: 'watches' }
  await importRecords(database, clientId, [asset])
  return (await registryIds(database, clientId))[ref] ?? ''
}

/** An empty collection of a client. */
export async function collectionOf(prisma: PrismaClient, clientId: string): Promise<string> {
  const id = `collection_${ulid()}`
  await prisma.collection.create({ data: { id, clientId, ref: id, name: 'Watches' } })
  return id
}
