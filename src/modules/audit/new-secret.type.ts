import type { FieldRef } from '@pothos/core'
import { builder, type Fields, type Types } from '../../schema/builder.ts'

/** The id of a record with its new secret. Null for a repeated request: it is not stored. */
export interface NewSecret {
  readonly id: string
  readonly secret: string | null
}

type SecretRecord = Readonly<Record<'called' | 'field' | 'description' | 'another', string>>

/** The type of a record with its new secret. `record` is nullable, so that the secret is returned even if its read fails. */
export function newSecretType(
  name: string,
  { called, field, description, another }: SecretRecord,
  record: (t: Fields<NewSecret>, description: string) => FieldRef<Types, unknown>,
) {
  const states = `The ${called}, without its secret. Null together with an error: it exists, and could not be read.`
  return builder.objectRef<NewSecret>(name).implement({
    description,
    fields: (t) => ({
      [`${field}Id`]: t.exposeID('id', { description: `The id of the ${called}.` }),
      [field]: record(t, states),
      secret: t.exposeString('secret', {
        nullable: true,
        description: `Shown only once. Null for a repeated request: only the first one returns it, and it is not stored. ${another}`,
      }),
    }),
  })
}
