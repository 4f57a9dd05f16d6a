import { isDeepStrictEqual } from 'node:util'
import type { Entry, Figure } from './contenders/figures.ts'
import { type BenchRequest, send } from './contenders/request.ts'

/**
 * Compares one answer of an entry with that of the reference, whole where both have one shape.
 * Throws where they differ twice: once may be the turn of a minute, which later pages tell.
 */
export async function checkAnswer(
  figure: Figure,
  entry: Entry,
  at: number,
  url: string,
  reference: string,
): Promise<void> {
  const request = entry.requests[at]
  const asked = figure.requests[at]
  if (!request || !asked) throw new Error(`${figure.name} has no request ${at}`)
  for (const last of [false, true]) {
    const body = entry.read(await send(url, request))
    const right = entry.readReference(await send(reference, asked))
    if (isDeepStrictEqual(body, right)) return
    if (last) throw wrong(figure, entry, body, right)
  }
}

function wrong(figure: Figure, entry: Entry, body: unknown, right: unknown): Error {
  const [ours, theirs] = [JSON.stringify(body), JSON.stringify(right)]
  const at = [...ours].findIndex((character, index) => character !== theirs[index])
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return new Error(
    `${figure.name}, ${entry.name}: the answer is wrong.\n  it has …${around(ours)}…\n  not    …${around(theirs)}…`,
  )
}

/** The length of the answer to a request, in bytes. */
export async function answerLength(url: string, request: BenchRequest): Promise<number> {
  const { method, path, headers, body } = request
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  return (await response.arrayBuffer()).byteLength
}
