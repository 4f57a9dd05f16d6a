import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
const { version }: { readonly version: string } = JSON.parse(manifest)
// The build writes the commit, unless the commit has the tag of the version.
const COMMIT = join(import.meta.dirname, 'commit')

/** The version that this is, or becomes when it is released. */
export const VERSION = version

/** The same, with the commit of a build that is not a release, such as `0.3.0+8c80f7793a10`. */
export const RELEASE = [
  version,
  ...(existsSync(COMMIT) ? [readFileSync(COMMIT, 'utf8')] : []),
].join('+')
