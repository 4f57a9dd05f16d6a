import { type Action, useRun } from '../use-run.ts'
import { post } from './http.ts'
import { isSessionEnded, redirectToSignIn } from './sign-in-redirect.ts'
import { sendConfirmed } from './step-up.ts'

/** A POST outside GraphQL for a form; the counterpart of `useAction`. */
export function usePost<Body = object>(path: string): Action<object, Body> {
  return useRun((body) => postConfirmed<Body>(path, body))
}

/** Sends a POST. The person confirms who they are if the server asks for it. */
export async function postConfirmed<Body>(path: string, body: object) {
  const result = await sendConfirmed(() => post<Body>(path, body))
  if ('error' in result && isSessionEnded(result.error.code)) redirectToSignIn(result.error.code)
  return result
}
