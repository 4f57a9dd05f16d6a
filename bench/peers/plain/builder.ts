import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { Key } from './access.ts'
import type PrismaTypes from './generated/pothos.ts'
import { getDatamodel } from './generated/pothos.ts'
import type { Scope } from './generated/prisma/client.ts'
import { prisma } from './prisma.ts'

export interface Context {
  readonly key: Key
  /** The scopes of the grant that the request uses. */
  scopes: ReadonlySet<Scope>
}

export const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes
  Context: Context
  AuthScopes: { scope: Scope }
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    Decimal: { Input: string; Output: { toString(): string } }
    JSON: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  scopeAuth: {
    authScopes: (context) => ({ scope: (name) => context.scopes.has(name) }),
  },
  prisma: { client: prisma, dmmf: getDatamodel() },
})

builder.scalarType('DateTime', {
  serialize: (instant) => instant.toISOString(),
  parseValue: (value) => new Date(String(value)),
})
builder.scalarType('Decimal', { serialize: (decimal) => decimal.toString(), parseValue: String })
builder.scalarType('JSON', { serialize: (value) => value, parseValue: (value) => value })
builder.queryType({})
