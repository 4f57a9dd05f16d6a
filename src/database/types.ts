import pg from 'pg'

const { builtins } = pg.types
const textArray: number = 1009
const numericArray = 1231
const dateArray = 1182

/**
 * The parser for the values of a type. The driver's own parsers lose information: they parse arrays of
 * decimals as floats, and dates in the local time zone. With this, decimals and 8-byte integers stay
 * text, dates are `YYYY-MM-DD`, and instants are `Date`.
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
