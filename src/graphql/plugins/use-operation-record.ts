import { getOperationAST, type OperationDefinitionNode } from 'graphql'
import { requireNamedSession } from '../../access/session-checks.ts'
import type { ServerContext, ServerPlugin } from '../yoga.ts'

const MAX_FIELDS = 10

/**
 * Records which operation a request runs, for its time limit and for usage. The error is `missing_parameter` for a mutation
 * with a session cookie that does not name its session.
 */
export function useOperationRecord(): ServerPlugin {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const { run, work }: ServerContext = contextValue
      const operation = getOperationAST(document, operationName)
      if (!operation) return
      run.request.operation = describe(operation)
      work.isChange = operation.operation === 'mutation'
      if (work.isChange && run.caller?.kind === 'user') requireNamedSession(run.caller)
    },
  }
}

function describe({ operation, name, selectionSet }: OperationDefinitionNode) {
  const selected = selectionSet.selections.slice(0, MAX_FIELDS)
  const fields = selected.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : []))
  return { type: operation, name: name?.value ?? null, fields }
}
