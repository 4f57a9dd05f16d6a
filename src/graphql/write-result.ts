import type { FormattedExecutionResult } from 'graphql'
import { GatewayError } from '../errors.ts'
import { otherRequests, stringifyInSlices } from '../load/slices.ts'
import { HEAVY_LENGTH } from '../load/waiting/heavy-work.ts'
import type { Context } from '../schema/context.ts'

// Each asset of `data.portfolio.assets.nodes` is a piece.
const ITEM_DEPTH = 5
// A page of 100 assets of maximum size has half of these bytes. Aliases can repeat long texts.
const MAX_BYTES = 32 * 2 ** 20
// A result of this length is written at once. That takes as long as the slices of four turns of the event loop.
const SHORT_LENGTH = 128 * 1024

/**
 * The bytes of a result, written in slices. A long result takes a turn of heavy work. Throws `document_too_costly` for
 * a result of more than 32 MB. The result of a mutation (`isChange`) is never rejected, because the change is already
 * made.
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
      if (length > MAX_BYTES && !isChange) throw tooLong()
    },
    pause: async () => {
      if (length > HEAVY_LENGTH && !isChange) await heavyWork.enter(request)
      await (request.heavy?.pause ?? otherRequests)()
    },
  })
}

function tooLong(): GatewayError {
  return new GatewayError(
    'document_too_costly',
    `The result is longer than ${MAX_BYTES / 2 ** 20} MB; ask for smaller pages or fewer fields.`,
  )
}
