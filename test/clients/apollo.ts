import './apollo-warnings.ts'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { loadDevMessages, loadErrorMessages } from '@apollo/client/dev'
import type { ApolloLink } from '@apollo/client/link'
import { filter, firstValueFrom } from 'rxjs'
import { typePolicies } from '../../clients/typescript/src/apollo.ts'
import type { Reply } from '../support/gateway.ts'
import { type CachingClient, documentOf, nextPage, type Variables } from './caching-client.ts'
import { settingOfGuide } from './guide-settings.ts'
import type { Traffic } from './traffic.ts'

loadDevMessages()
loadErrorMessages()

/** An Apollo client over `link`, with the cache that docs/guide/graphql-caches.md recommends. */
export function apolloClient(link: ApolloLink): ApolloClient {
  const cache: InMemoryCache = settingOfGuide('cache', { InMemoryCache, typePolicies })
  return new ApolloClient({ cache, link })
}

export function httpLink({ url, fetch }: Traffic): HttpLink {
  return new HttpLink({ uri: url, fetch })
}

export function createApollo(traffic: Traffic): CachingClient {
  const client = apolloClient(httpLink(traffic))
  const query = async (
    text: string,
    variables: Variables,
    fetchPolicy: 'cache-first' | 'network-only',
  ) => (await client.query({ query: documentOf(text), variables, fetchPolicy })).data
  return {
    read: (text, variables = {}) => query(text, variables, 'cache-first'),
    refresh: (text, variables = {}) => query(text, variables, 'network-only'),
    walk: (text, variables) => walk(client, text, variables),
    change: async (text, variables) => {
      const { data } = await client.mutate<Reply['json']>({
        mutation: documentOf(text),
        variables,
        update: (cache, { data: changed }) => {
          const id = changed?.deletePlant
          if (id) cache.evict({ id: `Plant:${id}` })
        },
      })
      return data
    },
  }
}

async function walk(client: ApolloClient, text: string, variables: Variables) {
  const list = client.watchQuery({ query: documentOf(text), variables })
  const subscription = list.subscribe(() => {})
  const { data: first } = await firstValueFrom(list.pipe(filter(({ loading }) => !loading)))
  for (let after = nextPage(first); after !== null; ) {
    const { data } = await list.fetchMore({ variables: { after } })
    after = nextPage(data)
  }
  subscription.unsubscribe()
  return client.readQuery({ query: documentOf(text), variables })
}
