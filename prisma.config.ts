import { defineConfig } from 'prisma/config'

// `prisma generate` looks for a native schema engine it never starts, and would download it.
// Any existing file satisfies the look-up, so generating works without a network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
