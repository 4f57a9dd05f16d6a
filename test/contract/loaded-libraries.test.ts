import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const LOADED = /^(?:import|export) (?!type )(?:[^'";]*? from )?['"]([^'"]+)['"]/gm

function loadedBy(start: string): string[] {
  const names = new Set([start])
  for (const name of names) {
    if (!name.endsWith('.ts')) continue
    for (const [, address = ''] of readFileSync(join('src', name), 'utf8').matchAll(LOADED))
      names.add(address.startsWith('.') ? join(name, '..', address) : address)
  }
  return [...names].filter((name) => !name.endsWith('.ts'))
}

test.each([
  ['cli/main.ts', /^(?:zod|pg|pino|@prisma)/],
  ['cli/firm.ts', /^(?:@prisma|better-auth)/],
  ['serve/serve.ts', /^(?:@?better-auth|ioredis|graphql-rate|@modelcontext)/],
])('%s does not load what only some uses of it need', (start, late) => {
  const loaded = loadedBy(start)
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.filter((library) => late.test(library))).toEqual([])
})
