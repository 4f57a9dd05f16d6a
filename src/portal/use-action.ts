import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, useClient } from 'urql'
import { type Fault, faultOf } from './fault.ts'
import { sendConfirmed } from './session/step-up.ts'

export interface Action<Data, Variables> {
  /** Runs the mutation: its data, or null and `fault` says why. While one runs, another does not. */
  readonly run: (variables: Variables) => Promise<Data | null>
  readonly busy: boolean
  readonly fault: Fault | null
  readonly clear: () => void
}

/**
 * A mutation behind a button. Its answer goes to the caller alone and is kept nowhere. Lists of the
 * types in its answer are read again; `type` adds one that the answer does not hold.
 */
export function useAction<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  type?: string,
): Action<Data, Variables> {
  const client = useClient()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const run = async (variables: Variables) => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setFault(null)
    const send = () =>
      client.mutation(mutation, variables, { additionalTypenames: type ? [type] : [] }).toPromise()
    const codeOf = ({ error }: { error?: CombinedError }) => (error ? faultOf(error).code : null)
    const { data, error } = await sendConfirmed(send, codeOf)
    running.current = false
    setBusy(false)
    if (error) setFault(faultOf(error))
    return error ? null : (data ?? null)
  }
  return { run, busy, fault, clear: () => setFault(null) }
}
