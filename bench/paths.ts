import { basename, join } from 'node:path'

const here = import.meta.dirname

// The compiled benchmark runs in bench/dist. Tests import its source.
export const BENCH = basename(here) === 'dist' ? join(here, '..') : here
export const ROOT = join(BENCH, '..')
export const PEERS = join(BENCH, 'peers')
