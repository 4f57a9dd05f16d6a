import { z } from 'zod'
import type { Owner } from '../../src/demo/people.ts'
import { portfolioLines } from '../../src/demo/portfolios.ts'
import type { Records } from './portfolio.ts'

const recordSchema = z.record(z.string(), z.unknown())

/** The records of a client of the demo, as fresh as on that day. */
export async function demoRecords(owner: Owner, now = new Date()): Promise<Records> {
  const lines = await portfolioLines(owner, now)
  return lines.map((line) => recordSchema.parse(JSON.parse(line)))
}
