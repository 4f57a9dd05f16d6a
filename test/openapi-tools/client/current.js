import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url))

/** The first line of the client's types: which `openapi.json` they are of. */
export function headLine() {
  const hash = createHash('sha256').update(read('openapi.json')).digest('hex')
  return `// Of the openapi.json with this SHA-256: ${hash}\n`
}

// Run as a program: a check that needs none of the packages that write the types.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!String(read('clients/typescript/src/generated/paths.ts')).startsWith(headLine())) {
    console.error(
      'clients/typescript/src/generated is not of this openapi.json. `npm run test:openapi` writes it again.',
    )
    process.exitCode = 1
  }
}
