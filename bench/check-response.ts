import { isDeepStrictEqual } from 'node:util'
import { type BenchRequest, send } from './contenders/request.ts'
import type { Entry, Workload } from './contenders/workloads.ts'

/**
 * Compares one response of an entry with that of the reference server: the whole body where both
 * have the same shape. A difference must occur twice in a row to throw, because some members of a
 * body change with the minute.
 */
export async function checkResponse(
  workload: Workload,
  entry: Entry,
  index: number,
  url: string,
  reference: string,
): Promise<void> {
  const request = entry.requests[index]
  const referenceRequest = workload.requests[index]
  if (!request || !referenceRequest) throw new Error(`${workload.name} has no request ${index}`)
  for (const last of [false, true]) {
    const body = entry.read(await send(url, request))
    const expected = entry.readReference(await send(reference, referenceRequest))
    if (isDeepStrictEqual(body, expected)) return
    if (last) throw mismatch(workload, entry, body, expected)
  }
}

function mismatch(workload: Workload, entry: Entry, body: unknown, expected: unknown): Error {
  const [ours, theirs] = [JSON.stringify(body), JSON.stringify(expected)]
  const at = [...ours].findIndex((character, index) => character !== theirs[index])
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 120)
  return new Error(
    `${workload.name}, ${entry.name}: the response is wrong.\n  received …${around(ours)}…\n  expected …${around(theirs)}…`,
  )
}

/** The length in bytes of the body of the response to a request. */
export async function responseLength(url: string, request: BenchRequest): Promise<number> {
  const { method, path, headers, body } = request
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  return (await response.arrayBuffer()).byteLength
}
