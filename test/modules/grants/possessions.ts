import { ulid } from 'ulid'
import type { PrismaClient } from '../../../src/generated/prisma/client.ts'

/** An asset of a client, by its registry id. */
export async function assetOf(prisma: PrismaClient, clientId: string): Promise<string> {
  const registryId = `ORY-WT-${ulid()}`
  const asset = { id: `item_${ulid()}`, ref: registryId, title: 'A watch', createdAt: new Date() }
  await prisma.asset.create({ data: { ...asset, clientId, registryId, category: 'watches' } })
  return registryId
}

/** An empty collection of a client. */
export async function collectionOf(prisma: PrismaClient, clientId: string): Promise<string> {
  const id = `collection_${ulid()}`
  await prisma.collection.create({ data: { id, clientId, ref: id, name: 'Watches' } })
  return id
}
