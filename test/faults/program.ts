import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The start file of the program as it is built. */
export const builtProgram = join(ROOT, 'bin/orangery.js')

/** One change of a built file that removes a defence. */
export interface Removal {
  /** The path below `dist`. */
  readonly file: string
  /** Text that occurs in it, each time to be replaced. */
  readonly find: string
  readonly replace: string
}

/** Copies the built program into a folder, removes a defence there, and returns the copy's start file. */
export function copyWithout(removals: readonly Removal[], folder: string): string {
  for (const part of ['bin', 'demo', 'dist', 'prisma', 'package.json', 'openapi.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const removal of removals) remove(removal, join(folder, 'dist', removal.file))
  return join(folder, 'bin/orangery.js')
}

// A text that is not found would leave the defence in place, and the control would blame the scenario.
function remove({ file, find, replace }: Removal, path: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(find)) throw new Error(`dist/${file} does not contain: ${find}`)
  rmSync(path)
  writeFileSync(path, text.replaceAll(find, replace))
}
