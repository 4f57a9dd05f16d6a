import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql'
import type { Authenticator } from '../access/authenticator.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { costOf } from './cost.ts'

/** The state of one request at `/graphql`, from its arrival on. */
export interface GraphQLWork {
  document?: DocumentNode
  /** The number of requests that were charged for it. The first is charged before the body is read. */
  paid: number
}

/** Charges and paces the work of requests, for every kind of caller. */
export interface Budget {
  /** Charges the validation of a document. Long documents are validated one at a time. */
  admitDocument(run: Context, work: GraphQLWork, requests: number): Promise<void>
  /**
   * Charges an operation. An operation with very many fields takes a turn of heavy work, and pauses for other requests.
   */
  admitOperation(args: ExecutionArgs, run: Context, work: GraphQLWork): Promise<void>
}

// This many fields take up to two milliseconds, less than a page of 100 assets over REST. Operations with more run one at a
// time and pause for other requests. Several together would use so much memory that its collection delays others.
const HEAVY_FIELDS = 5_000

export function createBudget(authenticator: Authenticator, schema: GraphQLSchema): Budget {
  const charge = async (
    { caller, request }: Context,
    work: GraphQLWork,
    requests: number,
  ): Promise<void> => {
    const due = requests - work.paid
    if (due <= 0) return
    const limit = request.quota?.limit ?? requests
    if (requests > limit)
      throw new GatewayError(
        'document_too_costly',
        `The document counts as ${requests} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields.`,
      )
    work.paid = requests
    if (caller) await authenticator.charge(request, caller, due)
    else await authenticator.chargeAnonymous(request, due)
  }
  return {
    async admitDocument(run, work, requests) {
      if (requests < 2) return
      await charge(run, work, requests)
      await run.heavyWork.enter(run.request)
    },
    async admitOperation({ document, operationName, variableValues }, run, work) {
      const cost = costOf(schema, document, operationName ?? null, variableValues ?? {})
      await charge(run, work, cost.requests)
      await pace(run, cost.fields)
    },
  }
}

async function pace({ pacedLists, heavyWork, request }: Context, fields: number): Promise<void> {
  if (fields <= HEAVY_FIELDS) return
  const { pause } = await heavyWork.enter(request)
  pacedLists.start(pause)
}
