import { readFileSync } from 'node:fs'

/** A column that never leaves, by its names in the model and in the database. */
export interface PrivateMember {
  readonly model: string
  readonly table: string
  readonly member: string
  readonly column: string
  readonly type: string
}

/** The members that the data model marks `@p0`. */
export function privateMembers(): PrivateMember[] {
  const text = readFileSync('prisma/schema.prisma', 'utf8')
  return [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, model = '', body = '']) => {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ''
      return [...body.matchAll(/\/\/\/ @p0\n(?:\s*\/\/\/.*\n)*\s*(\w+)\s+(\w+)\??(.*)/g)].map(
        ([, member = '', type = '', rest = '']) => {
          const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? member
          return { model, table, member, column, type }
        },
      )
    },
  )
}
