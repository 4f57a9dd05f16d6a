import type { Request } from 'express'
import type { ExecutionResult, FormattedExecutionResult } from 'graphql'
import { GatewayError } from '../../errors.ts'
import { chooseEncoding, encode } from '../../http/encoding.ts'
import { recheckCallerAtEnd } from '../../load/request-context.ts'
import { otherRequests, stringifyInSlices } from '../../load/slices.ts'
import { HEAVY_LENGTH } from '../../load/waiting/heavy-work.ts'
import type { Context } from '../../schema/builder.ts'
import { inSpan } from '../../spans.ts'
import { tooCostly } from '../document-limits.ts'
import { causeOf, formatError, outcomeOf } from '../errors.ts'
import type { ErrorListener, ServerContext, ServerPlugin } from '../yoga.ts'

const PLAIN_JSON = 'application/json; charset=utf-8'
// The types include the charset, so that a client may name it. The first type is the answer to `*/*`.
const RESULT_TYPES = [PLAIN_JSON, 'application/graphql-response+json; charset=utf-8']

/**
 * The media type of a result that the client prefers. Throws `not_acceptable` if it accepts none. Call this before the
 * operation runs: a client that cannot read the result would not know whether a mutation was done.
 */
export function chooseResultType(request: Request): string {
  const type = request.accepts(RESULT_TYPES)
  if (type) return type
  throw new GatewayError(
    'not_acceptable',
    'Accept application/json or application/graphql-response+json, in UTF-8.',
  )
}

/**
 * Writes a result in its media type, with errors in the gateway's form, the withheld fields and the cost. `onError` is
 * called with every error, internal errors included.
 */
export function useResult(onError: ErrorListener): ServerPlugin {
  return {
    onResultProcess({ serverContext, setResultProcessor }) {
      const { type, run, work } = serverContext
      setResultProcessor(async (result, { Response }) => {
        const { status, headers, body } = await inSpan(
          () => ({ name: 'serialize' }),
          // Batches and subscriptions are not served, so there is one result.
          () => reply(result as ExecutionResult, serverContext, onError),
        )
        // Throws if the credential has ended, also for an error. The result of a mutation is sent: the change is made.
        if (!work.isChange) await recheckCallerAtEnd(run.request)
        const encoded = body.encoding !== 'identity' && { 'Content-Encoding': body.encoding }
        return new Response(body.bytes, {
          status,
          headers: { ...headers, ...encoded, 'Content-Type': type },
        })
      }, type)
    },
  }
}

async function reply(
  result: ExecutionResult,
  { run, work, type, response }: ServerContext,
  onError: ErrorListener,
) {
  const encoding = chooseEncoding(response.req)
  if (work.stored) return { status: 200, headers: {}, body: await work.stored.in(encoding) }
  const { errors = [], data } = result
  for (const error of errors) onError(causeOf(error), run.request)
  const withheld = run.withheld.inOrder()
  const sent = {
    ...(errors.length > 0 && { errors: errors.map((error) => formatError(error, run.request)) }),
    ...(data !== undefined && { data }),
    // The withheld fields with the scopes that they require, and how many requests it counted as.
    extensions: { ...(withheld.length > 0 && { withheld }), cost: run.request.cost },
  }
  const isExecuted = data !== undefined
  const outcome = outcomeOf(errors, { isExecuted, isPlainJson: type === PLAIN_JSON })
  return { ...outcome, body: await encode(await writeResult(sent, run, work.isChange), encoding) }
}

// Each asset of `data.portfolio.assets.nodes` is a piece.
const ITEM_DEPTH = 5
// A page of 100 assets of maximum size has half of these bytes. Aliases can repeat long texts.
const MAX_MB = 32
// A result of this length is written at once. That takes as long as the slices of four turns of the event loop.
const SHORT_LENGTH = 128 * 1024

/**
 * The bytes of a result, written in slices. A long result takes a turn of heavy work. Throws `document_too_costly` for
 * one of more than 32 MB, unless it is that of a mutation (`isChange`): the change is already made.
 */
export function writeResult(
  result: FormattedExecutionResult,
  { heavyWork, request }: Pick<Context, 'heavyWork' | 'request'>,
  isChange = false,
): Promise<Buffer<ArrayBuffer>> {
  let length = 0
  return stringifyInSlices(result, ITEM_DEPTH, {
    ...(!request.heavy && { firstLength: SHORT_LENGTH }),
    onSlice: (bytes) => {
      length += bytes.length
      if (length > MAX_MB * 2 ** 20 && !isChange)
        throw tooCostly(`gives more than ${MAX_MB} MB; ask for smaller pages or fewer fields`)
    },
    pause: async () => {
      if (length > HEAVY_LENGTH && !isChange) await heavyWork.enter(request)
      await (request.heavy?.pause ?? otherRequests)()
    },
  })
}
