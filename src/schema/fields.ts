import type { InputRef } from '@pothos/core'
import type { builder } from './builder.ts'
import type { Arg } from './list.type.ts'

type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Row>

type Instant = Date | string

/** A field with an instant of the row. */
export function instant<Name extends string, Row extends { readonly [Key in Name]: Instant }>(
  t: Fields<Row>,
  name: Name,
  description: string,
) {
  return t.field({ type: 'DateTime', description, resolve: (row: Row) => row[name] })
}

/** A field with an instant of the row that can be null. */
export function instantOrNull<
  Name extends string,
  Row extends { readonly [Key in Name]: Instant | null },
>(t: Fields<Row>, name: Name, description: string) {
  return t.field({
    type: 'DateTime',
    nullable: true,
    description,
    resolve: (row: Row) => row[name],
  })
}

/** The id of an object that is a part or a view of the record with its id: `suffix` tells the two apart. */
export function derivedId<Row extends { readonly id: string }>(
  t: Fields<Row>,
  suffix: string,
  description: string,
) {
  return t.id({ description, resolve: ({ id }: Row) => `${id}:${suffix}` })
}

/** The only argument of a mutation: its input. */
export function inputArg<Input>(arg: Arg, type: InputRef<Input>, description: string) {
  return { input: arg({ description, type, required: true }) }
}
