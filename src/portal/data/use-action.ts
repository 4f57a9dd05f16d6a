import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode } from 'graphql'
import { useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, useClient } from 'urql'
import { type PortalError, toPortalError } from './error.ts'
import { sendConfirmed } from './session/step-up.ts'

export interface Action<Data, Variables> {
  /** Sends the mutation. Null if nothing was done (see `error`) or another call is still running. */
  readonly run: (variables: Variables) => Promise<Data | null>
  readonly busy: boolean
  readonly error: PortalError | null
}

/**
 * A mutation for a button or a form. Its response, which may hold a secret, is not cached. Queries
 * that hold a type of the response are fetched again, and those with `type`.
 */
export function useAction<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  type?: string,
): Action<Data, Variables> {
  const client = useClient()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PortalError | null>(null)
  const run = async (variables: Variables) => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const context = { additionalTypenames: type ? [type] : [] }
    const send = () => client.mutation(mutation, variables, context).toPromise()
    const result = await sendConfirmed(send, codeOf)
    running.current = false
    setBusy(false)
    // What was done is shown, also where a part of it could not be read: it may hold a secret.
    if (result.data) return result.data
    if (result.error) setError(toPortalError(result.error, nameOf(mutation)))
    return null
  }
  return { run, busy, error }
}

// `ACTION_TEXTS` knows the mutation by this name.
function nameOf({ definitions: [first] }: DocumentNode): string | undefined {
  return first && 'name' in first ? first.name?.value : undefined
}

function codeOf({ error }: { error?: CombinedError }): string | null {
  return error ? toPortalError(error).code : null
}
