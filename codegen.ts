import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: 'schema.graphql',
  importExtension: '.ts',
  documents: 'src/rest/operations/*.graphql',
  generates: {
    'src/rest/operations/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'documentNode',
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        scalars: {
          DateTime: { input: 'string', output: 'Date | string' },
          Date: 'string',
          Decimal: 'string',
          Int64: 'string',
          ByteCount: 'number',
          CategoryDetail: 'Record<string, unknown>',
        },
      },
    },
  },
}

export default config
