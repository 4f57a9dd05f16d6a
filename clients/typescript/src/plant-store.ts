import { type Api, bodyOf, createApi, type Options } from './api.ts'
import type { Plant } from './types.ts'

/** The plants of a person, by an access token. Ids are bigints: as numbers, those past 2^53 would be rounded. */
export class PlantStore {
  readonly api: Api

  constructor({ token, ...options }: Options & { readonly token: string }) {
    this.api = createApi(options, 'token', token)
  }

  /** Creates a plant. An id that is taken is an InvalidRequestError. */
  async create(id: bigint, name: string, tag?: string): Promise<Plant> {
    const body = { id, name, ...(tag !== undefined && { tag }) }
    return bodyOf(await this.api.POST('/plants', { body, bodySerializer: toJson }))
  }

  /** The plants by id: all of them, or the first `limit`. */
  async list(limit?: number): Promise<readonly Plant[]> {
    const query = limit === undefined ? {} : { limit }
    return bodyOf(await this.api.GET('/plants', { params: { query } }))
  }

  /** Deletes a plant. */
  async delete(id: bigint): Promise<void> {
    await this.api.DELETE('/plants/{id}', { params: { path: { id: String(id) } } })
  }
}

// JSON.stringify refuses a bigint.
function toJson(plant: object): string {
  const members = Object.entries(plant).map(([name, value]) => {
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${members.join()}}`
}
