import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096
const EVERY_MS = 50

/** Watches the resident memory of a process. Returns what stops it and gives the most that was added, in MB. */
export function watchResident(pid: number): () => number {
  const before = residentOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return Math.round((most - before) / 1e6)
  }
}

function residentOf(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
  return Number(pages) * PAGE_BYTES
}
