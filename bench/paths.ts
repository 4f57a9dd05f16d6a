import { join } from 'node:path'

// The compiled benchmark runs in bench/dist.
export const BENCH = join(import.meta.dirname, '..')
export const ROOT = join(BENCH, '..')
export const PEERS = join(BENCH, 'peers')
