import { type Action, useRun } from '../use-run.ts'
import { post } from './http.ts'
import { sendConfirmed } from './step-up.ts'

/** A POST outside GraphQL for a form; the counterpart of `useAction`. */
export function usePost<Body = object>(path: string, onDone?: () => void): Action<object, Body> {
  return useRun((body) => postConfirmed<Body>(path, body), onDone)
}

/** Sends a POST. The person confirms who they are, or signs in again, if the server asks for it. */
export function postConfirmed<Body>(path: string, body: object) {
  return sendConfirmed(() => post<Body>(path, body))
}
