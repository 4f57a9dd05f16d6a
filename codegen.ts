import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = {
  DateTime: { input: 'string', output: 'Date | string' },
  Date: 'string',
  Decimal: 'string',
  Int64: 'string',
  ByteCount: 'number',
  CategoryDetail: 'Record<string, unknown>',
}

const typed = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    documentMode: 'documentNode',
    useTypeImports: true,
    enumsAsTypes: true,
    skipTypename: true,
    scalars,
  },
} as const

const config: CodegenConfig = {
  schema: 'schema.graphql',
  importExtension: '.ts',
  generates: {
    'src/rest/operations/generated/': { ...typed, documents: 'src/rest/operations/*.graphql' },
    // Instants are text in responses over HTTP.
    'src/portal/generated/': {
      ...typed,
      documents: 'src/portal/**/*.graphql',
      config: { ...typed.config, scalars: { ...scalars, DateTime: 'string' } },
    },
  },
}

export default config
