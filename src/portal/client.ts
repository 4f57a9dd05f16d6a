import { Client, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { faultOf } from './fault.ts'
import { isSignedOut, leaveForSignIn } from './session/sign-out.ts'

/**
 * The portal's way to the gateway: the same `/graphql` that everyone uses, with the session's
 * cookie. Answers to mutations are not kept: some of them hold a secret.
 */
export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  fetchOptions: { credentials: 'same-origin', headers: { Accept: 'application/json' } },
  exchanges: [
    mapExchange({
      onError: (error) => {
        if (isSignedOut(error)) leaveForSignIn(faultOf(error).code)
      },
    }),
    cacheExchange,
    fetchExchange,
  ],
})
