import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, parse, print } from 'graphql'

type Scalar = string | { readonly input: string; readonly output: string }

const SCALARS: Record<string, Scalar> = {
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

type Schema = Pick<Parameters<typeof preset.buildGeneratesSection>[0], 'schema' | 'schemaAst'>

/** Writes the types of our GraphQL operations. Returns the exit code. */
export async function main(): Promise<number> {
  const text = await readFile('schema.graphql', 'utf8')
  const schema = { schema: parse(text), schemaAst: buildSchema(text) }
  await generate(schema, 'src/rest/operations', SCALARS)
  // Instants are text in responses over HTTP.
  await generate(schema, 'src/portal', { ...SCALARS, DateTime: 'string' })
  return 0
}

// The operations of a folder and of those below it: their types go to its folder `generated`.
async function generate(
  schema: Schema,
  folder: string,
  scalars: Record<string, Scalar>,
): Promise<void> {
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

async function readDocuments(folder: string) {
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
