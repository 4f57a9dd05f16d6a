import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removalsOf } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const DIST = join(import.meta.dirname, '../../dist')
const controls = SCENARIOS.flatMap(({ name, controls }) =>
  controls.map((control) => ({ scenario: name, ...control })),
)

// The controls take too long for each change of the program. The code that they remove must still be there.
test.each(controls)('$scenario without $without: the built program has the defence', (control) => {
  const removals = removalsOf(control)
  const replaced = 'environment' in control ? Object.keys(control.environment) : removals
  expect(replaced.length).toBeGreaterThan(0)
  for (const { file, find } of removals)
    expect(readFileSync(join(DIST, file), 'utf8')).toContain(find)
})
