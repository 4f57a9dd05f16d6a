import { writeFileSync } from 'node:fs'
import { describeInterface } from './openapi/document.ts'
import { ROUTES } from './router.ts'

/** Writes openapi.json. Returns the exit code. */
export function main(): number {
  writeFileSync('openapi.json', `${JSON.stringify(describeInterface(ROUTES), null, 2)}\n`)
  return 0
}
