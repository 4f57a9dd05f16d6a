import { readFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { preset } from '@graphql-codegen/client-preset'
import type { Types } from '@graphql-codegen/plugin-helpers'
import { type DocumentNode, Kind, parse, print, visit } from 'graphql'
import { cacheSettings } from './cache-settings.ts'

const SCALARS = {
  Date: 'string',
  Decimal: 'string',
  Int64: 'string',
  ByteCount: 'number',
  CategoryMembers: 'Record<string, unknown>',
}
const CONFIG = {
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  importExtension: '.ts',
}
// The preset hands on a part of the configuration alone.
const client: Types.OutputPreset = {
  ...preset,
  async buildGeneratesSection(options) {
    const outputs = await preset.buildGeneratesSection(options)
    return outputs.map((output) => ({ ...output, config: { ...options.config, ...output.config } }))
  },
}
const CLIENT = { preset: client, presetConfig: { fragmentMasking: false } }

// A browser loads the text of a document, which is a third of its syntax tree, and sends it as it is.
const AS_TEXT = { documentMode: 'string' }

/** `npm run generate` runs `graphql-codegen` with it, which writes the types of our GraphQL operations. */
const config: CodegenConfig = {
  schema: print(withWholeRoots(parse(readFileSync('schema.graphql', 'utf8')))),
  emitLegacyCommonJSImports: false,
  generates: {
    'src/rest/operations/generated/': {
      ...CLIENT,
      documents: 'src/rest/operations/*.graphql',
      config: {
        ...CONFIG,
        documentMode: 'documentNode',
        scalars: { ...SCALARS, DateTime: { input: 'string', output: 'Date | string' } },
      },
    },
    'src/portal/generated/': {
      ...CLIENT,
      documents: 'src/portal/**/*.graphql',
      // Instants are text in responses over HTTP.
      config: { ...CONFIG, ...AS_TEXT, scalars: { ...SCALARS, DateTime: 'string' } },
    },
    'clients/typescript/src/generated/connections.ts': { plugins: ['cache-settings'] },
  },
  pluginLoader: (name) =>
    name.endsWith('cache-settings') ? { plugin: cacheSettings } : import(name),
}

export default config

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
