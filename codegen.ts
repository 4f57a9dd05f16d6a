import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildASTSchema, type DocumentNode, Kind, parse, print, visit } from 'graphql'
import { writeCacheSettings } from './cache-settings.ts'

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
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  importExtension: '.ts',
}

// A browser loads the text of a document, which is a third of its syntax tree, and reads it when it is first used.
const AS_TEXT = { documentMode: 'graphQLTag', gqlImport: 'urql#gql' }

type Schema = Pick<Parameters<typeof preset.buildGeneratesSection>[0], 'schema' | 'schemaAst'>

/** Writes the types of our GraphQL operations. Returns the exit code. */
export async function main(): Promise<number> {
  const document = withWholeRoots(parse(await readFile('schema.graphql', 'utf8')))
  const schema = { schema: document, schemaAst: buildASTSchema(document) }
  await generate(schema, 'src/rest/operations', { documentMode: 'documentNode', scalars: SCALARS })
  // Instants are text in responses over HTTP.
  const scalars = { ...SCALARS, DateTime: 'string' }
  await generate(schema, 'src/portal', { ...AS_TEXT, scalars })
  await writeCacheSettings(schema.schemaAst)
  return 0
}

// A root field is null only beside its error. `runOperation` and the portal's client see to that, and give results
// without such an error only.
function withWholeRoots(document: DocumentNode): DocumentNode {
  return visit(document, {
    ObjectTypeDefinition: ({ name }) => (isRoot(name.value) ? undefined : false),
    FieldDefinition: (field) =>
      field.type.kind === Kind.NON_NULL_TYPE
        ? undefined
        : { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } },
  })
}

function isRoot(name: string): boolean {
  return name === 'Query' || name === 'Mutation'
}

// The operations of a folder and of those below it: their types go to its folder `generated`.
async function generate(schema: Schema, folder: string, config: object): Promise<void> {
  const target = {
    ...schema,
    documents: await readDocuments(folder),
    config: { ...CONFIG, ...config },
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
    // The preset hands on a part of the configuration alone.
    const whole = { ...output, config: { ...target.config, ...output.config } }
    await writeFile(output.filename, await codegen({ ...whole, importExtension: '.ts' }))
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
