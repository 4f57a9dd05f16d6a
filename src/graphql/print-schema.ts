import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'
import { servedToKeys } from './served-to-keys.ts'

writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`)
writeFileSync(
  'src/docs-pages/served-to-keys.json',
  `${JSON.stringify(servedToKeys(schema), null, 2)}\n`,
)
