/** The words of a text: a table of values that have no blanks. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
