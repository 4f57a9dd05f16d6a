/** The name that REST has for a member of GraphQL. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The words of a text: a table of values that have no blanks. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
