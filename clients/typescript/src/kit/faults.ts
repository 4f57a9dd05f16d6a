import type { Event, Play } from './kit.ts'
import type { Answer, Fault, Seen } from './proxy.ts'

type FaultOf = (seen: Seen, play: Play) => Promise<Fault | undefined>

function refusal(status: number, code: string, headers: Answer['headers'] = {}): Answer {
  const error = { type: 'of_the_kit', code, message: 'The kit answers so.', request_id: 'kit' }
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ error }),
  }
}

/** 429 with the seconds to wait. */
export const RATE_LIMITED = refusal(429, 'rate_limit_exceeded', { 'Retry-After': '1' })
export const UNAVAILABLE = refusal(503, 'service_unavailable', { 'Retry-After': '0' })
/** A link that is refused, as after a change of the terms or an update of the gateway. */
export const REFUSED = refusal(400, 'invalid_parameter')
/** A body that is not JSON. */
export const NOT_JSON: Answer = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"data":[',
}

/** The faults in their order: each for one request of a page, with a good answer after it. */
export function eachOnce(faults: readonly Fault[]): FaultOf {
  let requests = 0
  return async () => {
    const number = requests++
    return number % 2 === 0 ? faults[number / 2] : undefined
  }
}

/** One fault, for the page after so many. */
export function atPage(pagesBefore: number, fault: Fault): FaultOf {
  let isDone = false
  return async (seen) => {
    if (isDone || seen.pagesBefore !== pagesBefore) return undefined
    isDone = true
    return fault
  }
}

/** Lets events happen between the first page and the second. */
export function betweenPages(events: readonly Event[]): FaultOf {
  let isDone = false
  return async ({ pagesBefore }, play) => {
    if (isDone || pagesBefore !== 1) return undefined
    isDone = true
    for (const event of events) await play(event)
    return undefined
  }
}

/** Deltas are answered as after a restore of the gateway. */
export const asIncomplete: FaultOf = async () => 'incomplete'
