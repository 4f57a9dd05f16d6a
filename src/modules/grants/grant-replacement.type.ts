import type { PrismaClient } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type PartnerGrant, PartnerGrantType } from './grant.type.ts'

builder.objectField(PartnerGrantType, 'replacedBy', (t) =>
  t.id({
    nullable: true,
    description:
      'The id of the grant of the same client and key that has replaced this one. Until that grant is revoked, this one cannot be extended. Null if none has replaced it.',
    resolve: findReplacement,
  }),
)

async function findReplacement({ row, loaders }: PartnerGrant, _args: object, context: Context) {
  const { prisma } = context.database
  const holder = await loaders.load('holder', placeOf(row), (places) => readHolders(prisma, places))
  return holder === undefined || holder === row.id ? null : holder
}

// A client and a key have one place for a grant that is stored as active. A grant that has expired keeps it until the
// client gives another.
async function readHolders(prisma: PrismaClient, places: readonly string[]) {
  const asked = places.map(parsePlace)
  const grants = await prisma.grant.findMany({
    where: {
      clientId: { in: asked.map(({ clientId }) => clientId) },
      keyId: { in: asked.map(({ keyId }) => keyId) },
      state: 'active',
    },
    select: { id: true, clientId: true, keyId: true },
  })
  return new Map(grants.map((grant) => [placeOf(grant), grant.id]))
}

function placeOf({ clientId, keyId }: { readonly clientId: string; readonly keyId: string }) {
  return `${clientId} ${keyId}`
}

function parsePlace(text: string) {
  const [clientId = '', keyId = ''] = text.split(' ')
  return { clientId, keyId }
}
