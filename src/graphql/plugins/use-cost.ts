import type { Charge } from '../price/charge.ts'
import { costOf } from '../price/operation.ts'
import type { ServerContext, ServerPlugin } from '../yoga.ts'

// This many fields take some milliseconds, as a page of 100 assets over REST does. Operations with more run one at a time.
// Several together would use so much memory that its collection delays others.
const HEAVY_FIELDS = 5_000

/** Charges an operation before it runs. An operation with very many fields takes a turn of heavy work. */
export function useCost(charge: Charge): ServerPlugin {
  return {
    async onExecute({ args }) {
      const { schema, document, operationName, variableValues } = args
      const context: ServerContext = args.contextValue
      const cost = costOf(schema, document, operationName ?? null, variableValues ?? {})
      await charge(context, cost.requests)
      if (cost.fields <= HEAVY_FIELDS) return
      const { heavyWork, request } = context.run
      request.pause = (await heavyWork.enter(request)).pause
    },
  }
}
