import { expect, test } from 'vitest'
import { cpuBetween, parseStat } from '../../bench/measure/cpu.ts'

const FIELDS = 'S 42 1 1 0 -1 4194560 9 0 0 0 150 50 7 9 20 0 11 0 100 1000000 500'

test.each([
  ['an ordinary name', 'node'],
  ['a name with spaces', 'postgres: walwriter '],
  ['a name with parentheses', 'a) S 1 (b'],
])('the parent and the processor time are read after %s', (_what, name) => {
  expect(parseStat(`7 (${name}) ${FIELDS}\n`)).toEqual({ parent: 42, seconds: 2 })
})

test.each([
  ['a process that runs on', [[1, 2]], [[1, 2.5]], 0.5],
  [
    'a new process',
    [[1, 2]],
    [
      [1, 2],
      [2, 0.25],
    ],
    0.25,
  ],
  [
    'a process that has ended, as none',
    [
      [1, 2],
      [2, 9],
    ],
    [[1, 3]],
    1,
  ],
  ['no process, as not known', [[1, 2]], [], null],
  ['a system that reports none, as not known', [], [], null],
] as const)('the time between two readings counts %s', (_what, before, after, expected) => {
  expect(cpuBetween(new Map(before), new Map(after))).toBe(expected)
})
