import pg from 'pg'

const { builtins } = pg.types
const textArray: number = 1009
const numericArray = 1231
const dateArray = 1182

/**
 * How values arrive from the pool. Of what the driver does by itself, this changes what would
 * lose something: lists of decimals become floats there, and dates move with the time zone.
 * Decimals and 8-byte integers are text, as they come; dates are `YYYY-MM-DD`; instants `Date`.
 */
export function getTypeParser(oid: number): (text: string) => unknown {
  switch (oid) {
    case builtins.DATE:
      return (text) => text
    case builtins.TIMESTAMP:
      return (text) => new Date(`${text.replace(' ', 'T')}Z`)
    case numericArray:
    case dateArray:
      return pg.types.getTypeParser(textArray)
    default:
      return pg.types.getTypeParser(oid)
  }
}
