import { z } from 'zod'
import { invalidParameter } from '../errors.ts'
import { parseBody } from '../http/body.ts'
import { parseInt64 } from '../values/numbers.ts'
import { MAX_LARGE_PAGE_SIZE } from '../values/page-size.ts'
import {
  CreatePlantDocument,
  DeletePlantDocument,
  PlantsDocument,
  type PlantsQuery,
} from './operations/generated/graphql.ts'
import { limit } from './parameters.ts'
import { type Route, type Run, routeOf } from './route.ts'

// Other members are ignored: the interface does not close the object.
const NewPlant = z.object({
  id: z.bigint('id takes a whole number of 64 bits'),
  name: z.string('name takes text of 1 to 200 characters'),
  tag: z.string('tag takes text of up to 200 characters').nullish(),
})

const PLANTS = { area: 'plants', path: '/plants' } as const

export const PLANT_ROUTES: readonly Route[] = [
  routeOf({ ...PLANTS, method: 'post' }, {}, (_query, { body }) => {
    const { id, ...plant } = parseBody(NewPlant, body)
    return async ({ run }) => {
      const { createPlant } = await run(CreatePlantDocument, {
        plant: { ...plant, id: String(id) },
      })
      return { kind: 'body', body: { ...toPlant(createPlant) } }
    }
  }),
  routeOf({ ...PLANTS, method: 'get' }, { limit: limit.optional() }, (query) => {
    const most = query.limit ?? Number.POSITIVE_INFINITY
    return async ({ run }) => ({ kind: 'list', chunks: readPlants(run, most) })
  }),
  routeOf({ ...PLANTS, method: 'delete', path: '/plants/:id' }, {}, (_query, { path }) => {
    const { id = '' } = path
    if (parseInt64(id) === null)
      throw invalidParameter('The id in the path takes a whole number of 64 bits.')
    return async ({ run }) => {
      await run(DeletePlantDocument, { id })
      return { kind: 'nothing' }
    }
  }),
]

// Reads one page at a time, so that only one page of plants is in memory.
async function* readPlants(run: Run, limit: number) {
  let left = limit
  let after: string | null = null
  do {
    const { plants }: PlantsQuery = await run(PlantsDocument, {
      first: Math.min(left, MAX_LARGE_PAGE_SIZE),
      after,
    })
    yield plants.nodes.map(toPlant)
    left -= plants.nodes.length
    after = plants.pageInfo.hasNextPage ? plants.pageInfo.endCursor : null
  } while (after !== null && left > 0)
}

// A plant of the interface has these members alone: no id.
function toPlant({ name, tag }: { name: string; tag: string | null }) {
  return tag === null ? { name } : { name, tag }
}
