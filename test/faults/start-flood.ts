import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Flood, FloodReport } from './flood.ts'

const START = join(import.meta.dirname, '../run-typescript.js')
const FLOOD = join(import.meta.dirname, 'flood.ts')

/** Sends one flood, and gives its report. */
export type SendFlood = (flood: Flood) => Promise<FloodReport>

/** Starts a process for a flood. Its start takes a processor for a second or two: what is measured beside it begins later. */
export async function prepareFlood(): Promise<SendFlood> {
  const child = fork(START, [FLOOD])
  await once(child, 'message')
  return async (flood) => {
    child.send(flood)
    const [report]: FloodReport[] = await once(child, 'message')
    if (!report) throw new Error('the flood gave no report')
    return report
  }
}

/** Sends a flood from a process of its own, and gives its report. */
export async function startFlood(flood: Flood): Promise<FloodReport> {
  const send = await prepareFlood()
  return send(flood)
}
