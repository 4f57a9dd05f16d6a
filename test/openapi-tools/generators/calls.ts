import { ok } from '@oazapfts/runtime'
import createClient from 'openapi-fetch'
import { setOrigin } from './fetch-at.ts'
import { createClient as createHeyApi } from './generated/hey-api/client/index.js'
import * as heyApi from './generated/hey-api/sdk.gen.js'
import * as oazapfts from './generated/oazapfts.ts'
import type { paths } from './generated/openapi-typescript.ts'
import { createApiClient } from './generated/openapi-zod-client.ts'
import * as orval from './generated/orval.ts'
import { Api } from './generated/swagger-typescript-api.ts'
import type { ReadIds } from './partner.ts'

const VERSION = { 'X-Service-Version': '2024-01-01' }

/** The same call by the client of each generator. */
export const CALLS: Readonly<Record<string, ReadIds>> = {
  'openapi-typescript with openapi-fetch': async ({ origin, key, clientId }) => {
    const api = createClient<paths>({ baseUrl: origin, headers: bearer(key) })
    const params = { header: VERSION, query: { client_id: clientId } }
    const { data, error } = await api.GET('/api/v1/assets', { params })
    if (error) throw new Error(error.error.message)
    return data.data.map((asset) => asset.registry_id)
  },

  '@hey-api/openapi-ts': async ({ origin, key, clientId }) => {
    const client = createHeyApi({ baseUrl: origin, auth: key })
    const query = { client_id: clientId }
    const { data, error } = await heyApi.listAssets({ client, headers: VERSION, query })
    if (!data) throw new Error(error?.error.message)
    return data.data.map((asset) => asset.registry_id)
  },

  orval: async ({ origin, key, clientId }) => {
    setOrigin(origin)
    const headers = { ...bearer(key), ...VERSION }
    const answer = await orval.listAssets({ client_id: clientId }, { headers })
    if (answer.status !== 200) throw new Error(String(answer.status))
    return answer.data.data.map((asset) => asset.registry_id)
  },

  oazapfts: async ({ origin, key, clientId }) => {
    const options = { baseUrl: origin, headers: bearer(key) }
    const request = oazapfts.listAssets('2024-01-01', clientId, {}, options)
    const { data } = await ok(request)
    return data.map((asset) => asset.registry_id)
  },

  'swagger-typescript-api': async ({ origin, key, clientId }) => {
    const { api } = new Api({ baseUrl: origin })
    const headers = { ...bearer(key), ...VERSION }
    const { data } = await api.listAssets({ client_id: clientId }, { headers })
    return data.data.map((asset) => asset.registry_id)
  },

  'openapi-zod-client': async ({ origin, key, clientId }) => {
    const api = createApiClient(origin)
    const queries = { client_id: clientId }
    const headers = { ...bearer(key), ...VERSION }
    const { data } = await api.listAssets({ queries, headers })
    return data.map((asset) => asset.registry_id)
  },
}

function bearer(key: string) {
  return { Authorization: `Bearer ${key}` }
}
