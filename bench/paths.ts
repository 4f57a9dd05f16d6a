import { join } from 'node:path'

// What is built of this folder runs in its dist/.
export const BENCH = join(import.meta.dirname, '..')
export const ROOT = join(BENCH, '..')
export const PEERS = join(BENCH, 'peers')
