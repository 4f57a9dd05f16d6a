import { credentialHeader, type TestGateway } from '../support/gateway.ts'
import { createApollo } from './apollo.ts'
import type { CachingClient } from './caching-client.ts'
import { createGraphcache } from './graphcache.ts'
import { Traffic } from './traffic.ts'

/** An application: a client with an empty cache, and its requests. */
export interface Application {
  readonly client: CachingClient
  readonly traffic: Traffic
}

export type StartApplication = (gateway: TestGateway, key: string) => Promise<Application>

/** Starts an application with each of the clients, for a key or a session. */
export const CLIENTS: [string, StartApplication][] = [
  ['Apollo Client', startWith(createApollo)],
  ['urql with Graphcache', startWith(createGraphcache)],
]

function startWith(
  create: (traffic: Traffic) => CachingClient | Promise<CachingClient>,
): StartApplication {
  return async (gateway, key) => {
    const traffic = new Traffic(gateway, credentialHeader(key))
    return { client: await create(traffic), traffic }
  }
}
