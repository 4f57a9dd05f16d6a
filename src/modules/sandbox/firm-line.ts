import { recheckCaller } from '../../load/recheck.ts'
import type { RequestContext } from '../../load/request-context.ts'
import { waitOutsideTurn } from '../../load/turn.ts'

// The last work of each firm that has some. At most all running requests of the process wait here.
const lines = new Map<string, Promise<unknown>>()

/**
 * Runs the work of one firm one after another in this process. A request that waits has neither a turn nor a connection
 * to the database. Its credential is read again after the wait.
 */
export function runInLine<Result>(
  firmId: string,
  request: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const earlier = lines.get(firmId) ?? Promise.resolve()
  const result = waitOutsideTurn(request, earlier)
    .then(() => recheckCaller(request))
    .then(work)
  const last = result.then(
    () => {},
    () => {},
  )
  lines.set(firmId, last)
  void last.then(() => {
    if (lines.get(firmId) === last) lines.delete(firmId)
  })
  return result
}
