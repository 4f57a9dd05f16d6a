import { readFileSync } from 'node:fs'

/** A column that never leaves, by its names in the model and in the database. */
export interface PrivateMember {
  /** `p0`: private data. `credential`: what serving compares a credential with. */
  readonly mark: 'p0' | 'credential'
  readonly model: string
  readonly table: string
  readonly member: string
  readonly column: string
  readonly type: string
}

const MARKED = /\/\/\/ @(p0|credential)\n(?:\s*\/\/\/.*\n)*\s*(\w+)\s+(\w+)\??(.*)/g

/** The members that the data model marks `@p0` or `@credential`. */
export function privateMembers(): PrivateMember[] {
  return models().flatMap(({ model, table, body }) =>
    [...body.matchAll(MARKED)].map(([, mark, member = '', type = '', rest = '']) => {
      const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? member
      return { mark: mark === 'p0' ? mark : 'credential', model, table, member, column, type }
    }),
  )
}

/** The models of the data model, with the table and the text of each. */
export function models(): { model: string; table: string; body: string }[] {
  const text = readFileSync('prisma/schema.prisma', 'utf8')
  return [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
    ([, model = '', body = '']) => ({
      model,
      table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '',
      body,
    }),
  )
}
