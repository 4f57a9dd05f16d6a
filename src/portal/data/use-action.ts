import { useRef } from 'react'
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

const NOTHING = { asked: '', key: '' }

/**
 * A mutation that makes something, of what a form asks for. The same is sent with the same idempotency key until it is
 * answered, so that it acts once. With other entries it is another request, and has another key.
 */
export function useActionOnce<Data, Variables>(
  mutation: TypedDocumentString<Data, Variables>,
): Action<(idempotencyKey: string) => Variables, Data> {
  const { run, ...state } = useAction(mutation)
  const last = useRef(NOTHING)
  return {
    ...state,
    run: async (variablesWith) => {
      const asked = JSON.stringify(variablesWith(''))
      if (last.current.asked !== asked) last.current = { asked, key: crypto.randomUUID() }
      const body = await run(variablesWith(last.current.key))
      if (body) last.current = NOTHING
      return body
    },
  }
}
