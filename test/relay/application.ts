import {
  createOperationDescriptor,
  Environment,
  type FetchQueryFetchPolicy,
  fetchQuery,
  type GraphQLTaggedNode,
  getFragment,
  getRequest,
  getSingularSelector,
  Network,
  type OperationType,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime'
import type { Reply, TestGateway } from '../support/gateway.ts'

type Json = Reply['json']

/** The data that the store gives for a document. */
export interface Stored {
  readonly data: Json
  /** Whether the store lacks a part of it, or another record has taken the place of one. */
  readonly isMissingData: boolean
}

/** An application with Relay: an empty store, and requests with one credential. */
export class Application {
  /** The answer of each request, as the gateway sent it. */
  readonly answers: Json[] = []
  /** The reports of Relay on fields that it cannot read. */
  readonly reported: unknown[] = []
  readonly #environment: Environment

  constructor({ graphql }: TestGateway, key: string) {
    const network = Network.create(async ({ text }, variables) => {
      const { json } = await graphql(text ?? '', { key, variables })
      this.answers.push(json)
      if (json.errors) throw new Error(JSON.stringify(json.errors).slice(0, 300))
      return structuredClone(json)
    })
    this.#environment = new Environment({
      network,
      store: new Store(new RecordSource()),
      relayFieldLogger: (event) => this.reported.push(event),
    })
  }

  /** Reads the query: by default from the store if it has all of it. Gives the number of requests. */
  async read(
    query: GraphQLTaggedNode,
    variables: Variables,
    fetchPolicy: FetchQueryFetchPolicy = 'store-or-network',
  ): Promise<number> {
    const before = this.answers.length
    // As a component on the page does it: without, what it shows is collected.
    this.#environment.retain(operationOf(query, variables))
    await fetchQuery<OperationType>(this.#environment, query, variables, {
      fetchPolicy,
    }).toPromise()
    return this.answers.length - before
  }

  /** The data that the store has for the query, without any request. */
  stored(query: GraphQLTaggedNode, variables: Variables): Stored {
    return this.#environment.lookup(operationOf(query, variables).fragment)
  }

  /** The data that the store has for the fragment of that object. */
  part(fragment: GraphQLTaggedNode, of: Json): Stored {
    return this.#environment.lookup(getSingularSelector(getFragment(fragment), of))
  }
}

function operationOf(query: GraphQLTaggedNode, variables: Variables) {
  return createOperationDescriptor(getRequest(query), variables)
}
