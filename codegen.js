// Writes the types of our GraphQL operations: node codegen.js
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, parse, print } from 'graphql'

const SCALARS = {
  DateTime: { input: 'string', output: 'Date | string' },
  Date: 'string',
  Decimal: 'string',
  Int64: 'string',
  ByteCount: 'number',
  CategoryDetail: 'Record<string, unknown>',
}
const CONFIG = {
  documentMode: 'documentNode',
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  importExtension: '.ts',
}

const text = await readFile('schema.graphql', 'utf8')
const schema = { schema: parse(text), schemaAst: buildSchema(text) }
await generate('src/rest/operations', SCALARS)
// Instants are text in responses over HTTP.
await generate('src/portal', { ...SCALARS, DateTime: 'string' })

/** Writes the types of the operations in a folder and those below it to its folder `generated`. */
async function generate(folder, scalars) {
  const target = {
    ...schema,
    documents: await readDocuments(folder),
    config: { ...CONFIG, scalars },
  }
  const outputs = await preset.buildGeneratesSection({
    ...target,
    baseOutputDir: `${folder}/generated/`,
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  })
  for (const output of outputs) {
    await mkdir(dirname(output.filename), { recursive: true })
    await writeFile(output.filename, await codegen({ ...output, importExtension: '.ts' }))
  }
}

async function readDocuments(folder) {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.graphql')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const location = join(folder, name)
      const document = parse(await readFile(location, 'utf8'))
      return { location, document, rawSDL: print(document) }
    }),
  )
}
