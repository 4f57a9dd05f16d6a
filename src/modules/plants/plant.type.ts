import type { Plant } from '../../generated/prisma/client.ts'
import { callerError } from '../../schema/auth-scopes.ts'
import { builder, type Context } from '../../schema/builder.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { createConnection, parsePageRequest } from '../../schema/paging.ts'
import { parseInt64 } from '../../values/numbers.ts'
import { MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { createPlant, deletePlant } from './plant.writes.ts'

const PlantType = builder.objectRef<PlantDetails>('Plant').implement({
  description: 'A plant of the store. Only its owner sees it.',
  fields: (t) => ({
    id: t.expose('id', {
      description: 'Chosen by its owner, and unique among their plants.',
      type: 'Int64',
    }),
    name: t.exposeString('name', { description: '1 to 200 characters.' }),
    tag: t.exposeString('tag', { description: 'Up to 200 characters.', nullable: true }),
  }),
})

builder.queryField('plants', (t) =>
  t.field({
    type: listType('QueryPlantsConnection', PlantType),
    skipTypeScopes: true,
    authScopes: { plantOwner: true },
    description: 'The caller’s plants in order of id.',
    args: pageArgs(t.arg, MAX_LARGE_PAGE_SIZE),
    resolve: async (_root, args, context) => {
      const page = parsePageRequest(args, MAX_LARGE_PAGE_SIZE)
      const ownerId = ownerOf(context)
      const { prisma } = context.database
      const cursors = cursorsOf(context, 'plants')
      const [after] = cursors.read(page.after, parseInt64) ?? [null]
      const rows = await prisma.plant.findMany({
        where: { ownerId, ...(after !== null && { id: { gt: after } }) },
        select: { id: true, name: true, tag: true },
        orderBy: { id: 'asc' },
        take: page.first + 1,
      })
      const connection = createConnection(rows, page, (row) => cursors.write([row.id]))
      return { ...connection, count: () => prisma.plant.count({ where: { ownerId } }) }
    },
  }),
)

const NewPlantInput = builder.inputType('NewPlant', {
  description: 'A plant to create.',
  fields: (t) => ({
    id: t.field({ type: 'Int64', required: true, description: 'Chosen by you.' }),
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    tag: t.string({ description: 'Up to 200 characters.' }),
  }),
})

builder.mutationFields((t) => ({
  createPlant: t.field({
    type: PlantType,
    description:
      "Creates a plant of the caller's own. Needs a session or a token with the scope plants.",
    skipTypeScopes: true,
    authScopes: { plantOwner: true },
    args: {
      plant: t.arg({ description: 'The plant to create.', type: NewPlantInput, required: true }),
    },
    resolve: (_root, { plant }, context) =>
      createPlant(context.database.prisma, ownerOf(context), { ...plant, tag: plant.tag ?? null }),
  }),
  deletePlant: t.field({
    type: 'Int64',
    skipTypeScopes: true,
    authScopes: { plantOwner: true },
    description: 'The id of the deleted plant.',
    args: { id: t.arg({ description: 'The id of the plant.', type: 'Int64', required: true }) },
    resolve: async (_root, { id }, context) => {
      await deletePlant(context.database.prisma, ownerOf(context), id)
      return id
    },
  }),
}))

function ownerOf(context: Context): string {
  const { caller } = context
  if (caller?.kind !== 'user') throw callerError(context)
  return caller.userId
}

export type PlantDetails = Pick<Plant, 'id' | 'name' | 'tag'>
