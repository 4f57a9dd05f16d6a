import {
  Client,
  type Exchange,
  fetchExchange,
  type OperationResult,
  type RequestPolicy,
} from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { getIntrospectionQuery } from 'graphql'
import { keys, resolvers } from '../../clients/typescript/src/urql.ts'
import { type CachingClient, documentOf, nextPage, type Variables } from './caching-client.ts'
import { settingOfGuide } from './guide-settings.ts'
import type { Traffic } from './traffic.ts'

/** An urql client whose cache knows the schema, with the settings that docs/guide/graphql-caches.md recommends. */
export async function urqlClient(traffic: Traffic, ...exchanges: Exchange[]): Promise<Client> {
  const { url, fetch } = traffic
  const introspection = await introspect(traffic)
  const uses = { cacheExchange, introspection, keys, resolvers }
  const cache: Exchange = settingOfGuide('exchange', uses)
  return new Client({
    url,
    fetch,
    preferGetMethod: false,
    exchanges: [cache, ...exchanges, fetchExchange],
  })
}

export async function createGraphcache(traffic: Traffic): Promise<CachingClient> {
  const client = await urqlClient(traffic)
  const query = async (text: string, variables: Variables, requestPolicy: RequestPolicy) =>
    dataOf(await client.query(documentOf(text), variables, { requestPolicy }).toPromise())
  return {
    read: (text, variables = {}) => query(text, variables, 'cache-first'),
    refresh: (text, variables = {}) => query(text, variables, 'network-only'),
    walk: async (text, variables) => {
      let data = await query(text, variables, 'cache-first')
      for (let after = nextPage(data); after !== null; after = nextPage(data))
        data = await query(text, { ...variables, after }, 'cache-first')
      return data
    },
    change: async (text, variables) =>
      dataOf(await client.mutation(documentOf(text), variables).toPromise()),
  }
}

async function introspect({ url, fetch }: Traffic) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  return (await response.json()).data
}

function dataOf({ data, error }: OperationResult) {
  if (error) throw error
  return data
}
