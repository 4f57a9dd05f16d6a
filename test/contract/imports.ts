import { join } from 'node:path'

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"]+)\1/g

/** The files of the project that the text of a file imports, statically or not. */
export function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, , address = '']) => join(file, '..', address))
}
