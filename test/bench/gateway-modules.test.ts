import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GATEWAY_MODULES } from '../../bench/gateway.ts'

// The benchmark imports these from dist by path, which the compiler does not check.
test.each(Object.values(GATEWAY_MODULES))('the benchmark finds the module %s', (path) => {
  expect(existsSync(join(import.meta.dirname, '../../src', `${path}.ts`))).toBe(true)
})
