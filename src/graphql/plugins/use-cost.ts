import { getOperationAST, type OperationDefinitionNode } from 'graphql'
import type { Authenticator } from '../../access/authenticator.ts'
import { requireNamedSession } from '../../access/session-checks.ts'
import { tooCostly } from '../document-limits.ts'
import { costOf } from '../operation-cost.ts'
import type { ServerContext, ServerPlugin } from '../yoga.ts'

/** Charges a request as so many. Throws `document_too_costly` for more than the limit, or `rate_limit_exceeded`. */
export type Charge = (context: ServerContext, requests: number) => Promise<void>

export function createCharge(authenticator: Authenticator): Charge {
  return async ({ run: { caller, request } }, requests) => {
    // The first is charged before the body is read.
    const due = requests - request.cost
    if (due <= 0) return
    const limit = request.quota?.limit ?? requests
    if (requests > limit)
      throw tooCostly(
        `counts as ${requests} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields`,
      )
    if (caller) await authenticator.charge(request, caller, due)
    else await authenticator.chargeAnonymous(request, due)
  }
}

// This many fields take some milliseconds, as a page of 100 assets over REST does. Operations with more run one at a time.
// Several together would use so much memory that its collection delays others.
const HEAVY_FIELDS = 5_000
const MAX_RECORDED = 10

/**
 * Records the operation of a request for its time limit and for usage, and charges it before it runs. One with very
 * many fields takes a turn of heavy work. A mutation with a session cookie must name its session: `missing_parameter`.
 */
export function useCost(charge: Charge): ServerPlugin {
  return {
    async onExecute({ args }) {
      const { schema, document, operationName, variableValues } = args
      const context: ServerContext = args.contextValue
      const operation = getOperationAST(document, operationName)
      if (operation) record(operation, context)
      const cost = costOf(schema, document, operationName ?? null, variableValues ?? {})
      await charge(context, cost.requests)
      if (cost.fields <= HEAVY_FIELDS) return
      const { heavyWork, request } = context.run
      request.pause = (await heavyWork.enter(request)).pause
    },
  }
}

function record(
  { operation: type, name, selectionSet }: OperationDefinitionNode,
  { run: { caller, request }, work }: ServerContext,
): void {
  const selected = selectionSet.selections.slice(0, MAX_RECORDED)
  const fields = selected.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : []))
  request.operation = { type, name: name?.value ?? null, fields }
  work.isChange = type === 'mutation'
  if (work.isChange && caller?.kind === 'user') requireNamedSession(caller)
}
