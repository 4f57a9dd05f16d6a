import type { TypedDocumentString } from '../generated/graphql.ts'
import { outdateAll } from './client.ts'
import { request } from './request.ts'
import { sendConfirmed } from './session/step-up.ts'
import { type Action, useRun } from './use-run.ts'

/**
 * A mutation for a button or a form. Its response, which may hold a secret, is not cached, and is given also if a part
 * of it could not be read. The shown data is read again.
 */
export function useAction<Data, Variables>(
  mutation: TypedDocumentString<Data, Variables>,
): Action<Variables, Data> {
  return useRun((variables) =>
    sendConfirmed(async () => {
      const answer = await request(mutation, variables)
      if ('body' in answer) outdateAll()
      return answer
    }),
  )
}
