import { writeFileSync } from 'node:fs'
import { ROUTES } from '../rest/router.ts'
import { describeInterface, printOpenApi } from './document.ts'

/** Writes openapi.json. Returns the exit code. */
export function main(): number {
  writeFileSync('openapi.json', `${printOpenApi(describeInterface(ROUTES))}\n`)
  return 0
}
