import { expect, test } from 'vitest'
import { run } from '../../src/database/embedded/command.ts'

const LONG_INPUT = 'x'.repeat(2 ** 20)

test.each([
  ['what it printed, also if it did not read its input', 'echo reason >&2; exit 1', 'reason'],
  ['its status, if it printed nothing', 'cat > /dev/null; exit 3', 'exit status 3'],
])('a command fails with %s', (_, script, failure) => {
  expect(run('/bin/sh', ['-c', script], { input: LONG_INPUT }).failure).toBe(failure)
})

test('a command that succeeds has no failure', () => {
  const { failure, stderr } = run('/bin/sh', ['-c', 'cat > /dev/null; echo note >&2'])
  expect({ failure, stderr }).toEqual({ failure: undefined, stderr: 'note\n' })
})

test('a command that is not there fails with the reason of the system', () => {
  expect(run('/nowhere/postgres', []).failure).toContain('ENOENT')
})
