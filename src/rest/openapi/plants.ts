import { object, type Schema } from './schema.ts'

const MAX_NAME = 200

const ROUNDED =
  'JSON parsers that read numbers as IEEE 754 doubles round it past 2^53: use one that keeps all digits.'

const plant: Record<string, Schema> = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'The name of the plant.',
  },
  tag: { type: 'string', maxLength: MAX_NAME, description: 'The type of the plant.' },
}

/** The bodies of area B. Request bodies are closed: the gateway rejects unknown members. */
export const PLANT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Plant: { description: 'A plant as it is sent to you.', ...object(plant, ['tag']) },
  NewPlant: {
    description: 'A plant to create. A member that is not listed here is refused.',
    ...object(
      {
        id: {
          type: 'integer',
          format: 'int64',
          // The schema has no minimum and maximum: as doubles, the bounds of int64 are not exact, and a number above
          // them would be accepted.
          description: `A whole number of 64 bits, -9223372036854775808 to 9223372036854775807. You choose it; it is unique among your plants. ${ROUNDED}`,
        },
        ...plant,
      },
      ['tag'],
    ),
    additionalProperties: false,
  },
}
