import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, Client, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { toPortalError } from './error.ts'
import { Freshness } from './freshness.ts'
import { serverNow } from './server-clock.ts'
import { pageFetch, reloadInOtherSession, SESSION_CHANGED } from './session/page-session.ts'
import { signInAgain } from './session/sign-in-again.ts'
import { isSignedOut } from './session/sign-in-redirect.ts'
import { shownData } from './shown-data.ts'
import { wholeResult } from './whole-result.ts'

const fresh = new Freshness(serverNow)

/**
 * The GraphQL client: the same `/graphql` that partners use, with the session cookie. Responses to
 * mutations are not cached, since some hold a secret. Texts of others are shown without what hides in them, unless
 * the context of an operation says `exact`.
 */
export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  fetch: pageFetch,
  fetchOptions: { credentials: 'same-origin', headers: { Accept: 'application/json' } },
  exchanges: [
    mapExchange({
      onResult: (given) => {
        const result = wholeResult(given)
        const { data, operation } = result
        return operation.context.exact ? result : { ...result, data: shownData(data) }
      },
      onError: (error, { kind }) => {
        const { code } = toPortalError(error)
        // `sendConfirmed` sends a mutation once more.
        if (isSignedOut(error) && kind !== 'mutation') void signInAgain(code).then(refreshIf)
        if (code === SESSION_CHANGED) reloadInOtherSession()
      },
    }),
    fresh.asked,
    cacheExchange,
    fresh.answered,
    fetchExchange,
  ],
})

function refreshIf(signedIn: boolean): void {
  if (signedIn) refreshShown()
}

/** Reads again what is shown and not new. */
export function refreshShown(): void {
  fresh.refresh(client)
}

window.addEventListener('online', () => fresh.retry(client))

/** The context of a read that is recorded: it is not sent again because it is old. */
export const STEADY = { steady: true }

/** The parameters in the address of a page. */
export type PageParams = Readonly<Record<string, string | undefined>>

/** Asks for what a page will show, before it is there. An error is shown by the page. */
export function askEarly<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): void {
  void client.query(query, variables).toPromise()
}
