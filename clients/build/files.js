import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder that `takes` accepts, as bytes by their paths in it, in one order everywhere. */
export function filesIn(folder, takes = () => true) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(takes)
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  )
}

/** The same files with a start before each path. */
export function under(start, files) {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [start + path, bytes]))
}

/** The text of a file with the version in the place of the one of the sources. */
export function withVersion(bytes, version) {
  const text = bytes.toString('utf8')
  if (!text.includes("'0.0.0'"))
    throw new Error('A file that states the version has no place for it.')
  return Buffer.from(text.replace("'0.0.0'", `'${version}'`))
}
