import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode } from 'graphql'
import { type AnyVariables, type OperationResult, useClient } from 'urql'
import { toPortalError, UNREADABLE } from './error.ts'
import { sendConfirmed } from './session/step-up.ts'
import { type Action, type Result, useRun } from './use-run.ts'

/**
 * A mutation for a button or a form. Its response, which may hold a secret, is not cached. The shown data is read
 * again.
 */
export function useAction<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
): Action<Variables, Data> {
  const client = useClient()
  return useRun((variables) =>
    sendConfirmed(async () => {
      const result = await client.mutation(mutation, variables).toPromise()
      return resultOf(result, nameOf(mutation))
    }),
  )
}

// The result is shown, also if a part of it could not be read: it may hold a secret.
function resultOf<Data, Variables extends AnyVariables>(
  { data, error }: OperationResult<Data, Variables>,
  action: string | undefined,
): Result<Data> {
  if (data) return { body: data }
  return { error: error ? toPortalError(error, action) : UNREADABLE }
}

// `ACTION_TEXTS` knows the mutation by this name.
function nameOf({ definitions: [first] }: DocumentNode): string | undefined {
  return first && 'name' in first ? first.name?.value : undefined
}
