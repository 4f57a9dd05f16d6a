import { stringify } from 'lossless-json'
import createClient from 'openapi-fetch'
import type { components, paths } from '../../../clients/typescript/src/generated/paths.ts'

type Asset = components['schemas']['Asset']
type CategoryDetail = components['schemas']['CategoryDetail']

/** A client as a partner would write it, with types generated from the description alone. */
export function createPartner(baseUrl: string, key: string) {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const header = { 'X-Service-Version': '2024-01-01' }

  return {
    /** The first client that has given the key a grant. */
    async firstClient(): Promise<string> {
      const { data, error } = await api.GET('/api/v1/me', { params: { header } })
      if (error) throw new Error(error.error.message)
      const [grant] = data.data
      if (!grant) throw new Error('the key has no grant')
      return grant.client_id
    },
    /** All assets, by the cursors of the links, and the next `updated_since`. */
    async mirror(client_id: string): Promise<{ assets: Asset[]; asOf: string | null }> {
      const assets: Asset[] = []
      let cursor: string | undefined
      for (;;) {
        const query = { client_id, page_size: 2, ...(cursor && { cursor }) }
        const page = await api.GET('/api/v1/assets', { params: { header, query } })
        if (page.error) throw new Error(page.error.error.message)
        const { data, links, sync } = page.data
        assets.push(...data)
        if (links.next === null) return { assets, asOf: sync.as_of }
        cursor = cursorOf(links.next)
      }
    },
    /** What one asset answers, its error by code. */
    async rejection(registry_id: string, client_id: string): Promise<string | null> {
      const { error } = await api.GET('/api/v1/assets/{registry_id}', {
        params: { header, path: { registry_id }, query: { client_id } },
      })
      return error ? error.error.code : null
    },
  }
}

function cursorOf(link: string): string {
  return new URL(link, 'http://any').searchParams.get('cursor') ?? ''
}

/** The detail of an asset in words: each category has its own members. */
export function describeDetail(detail: CategoryDetail): string {
  switch (detail.type) {
    case 'watches':
      return `${detail.brand ?? 'a watch'}, ${detail.year ?? 'of no known year'}`
    case 'precious_metals':
      return `${detail.gross_weight_g ?? '?'} g of ${detail.metal ?? 'metal'}`
    default:
      return detail.type
  }
}

/** A client of the plant store. Ids are bigints: none is rounded. */
export function createPlantStore(baseUrl: string, token: string) {
  const api = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    bodySerializer: (body) => stringify(body) ?? '',
  })
  return {
    async create(id: bigint, name: string): Promise<string | null> {
      const { response } = await api.POST('/plants', { body: { id, name } })
      return response.headers.get('X-Error-Code')
    },
    async remove(id: bigint): Promise<string | null> {
      const path = { id: String(id) }
      const { response } = await api.DELETE('/plants/{id}', { params: { path } })
      return response.headers.get('X-Error-Code')
    },
  }
}
