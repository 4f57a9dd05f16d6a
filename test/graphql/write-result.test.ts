import { expect, test } from 'vitest'
import { writeResult } from '../../src/graphql/write-result.ts'
import { HeavyWork } from '../../src/load/heavy-work.ts'
import { createRequestContext } from '../../src/load/request-context.ts'

const MEGABYTE = 2 ** 20

/** A result of so many texts of a megabyte, and what writes it. */
function result(texts: number) {
  const nodes = Array.from({ length: texts }, () => ({ title: 'x'.repeat(MEGABYTE) }))
  const request = createRequestContext(undefined, '192.0.2.1', new Date())
  const context = { heavyWork: new HeavyWork(() => 0), request }
  return { data: { portfolio: { assets: { nodes } } }, context, request }
}

test('a result below 32 MB is written as it is', async () => {
  const { data, context } = result(31)
  const bytes = await writeResult({ data }, context)
  expect(bytes.equals(Buffer.from(JSON.stringify({ data })))).toBe(true)
})

test('a result above 32 MB is refused, and what asked for it is told why', async () => {
  const { data, context } = result(33)
  // Only the length, because a failure would print all of the bytes.
  const length = writeResult({ data }, context).then((bytes) => bytes.length)
  await expect(length).rejects.toMatchObject({
    code: 'document_too_costly',
    message: expect.stringContaining('32 MB'),
  })
})

test('what a change has done is told at any length, without a turn', async () => {
  const { data, context, request } = result(33)
  const bytes = await writeResult({ data }, context, true)
  expect([bytes.length > 33 * MEGABYTE, request.heavy]).toEqual([true, null])
})

test('a long result takes its turn of heavy work, and a short one takes none', async () => {
  const long = result(2)
  await writeResult({ data: long.data }, long.context)
  expect(long.request.heavy).toBeTruthy()
  const short = result(0)
  await writeResult({ data: short.data }, short.context)
  expect(short.request.heavy).toBeFalsy()
})
