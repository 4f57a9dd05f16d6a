import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { filesIn, under, withVersion } from './files.js'

const SOURCES = join('clients', 'python')
const MODULE = 'orangery_client'
// The earliest time that a zip file can state. Built from local parts, as it is written.
const MODIFIED = new Date(1980, 0, 1)
const UNIX = 3
const READABLE = 0o100644 << 16

/** The wheel for pip: the module, and what the format of wheels asks for (PEP 427, PEP 566). */
export function buildWheel(version) {
  const sources = filesIn(join(SOURCES, MODULE), (path) => /\.py$|py\.typed$/.test(path))
  sources['_version.py'] = withVersion(sources['_version.py'], version)
  const info = `${MODULE}-${version}.dist-info`
  const files = {
    ...under(`${MODULE}/`, sources),
    [`${info}/METADATA`]: metadata(version),
    [`${info}/WHEEL`]: Buffer.from(WHEEL),
    [`${info}/entry_points.txt`]: Buffer.from(ENTRY_POINTS),
  }
  files[`${info}/RECORD`] = record(files, `${info}/RECORD`)
  return zipSync(files, { level: 9, mtime: MODIFIED, os: UNIX, attrs: READABLE })
}

const WHEEL = `Wheel-Version: 1.0
Generator: orangery
Root-Is-Purelib: true
Tag: py3-none-any
`

const ENTRY_POINTS = `[console_scripts]
orangery-client = orangery_client.__main__:main
`

function metadata(version) {
  const readme = readFileSync(join(SOURCES, 'README.md'), 'utf8')
  return Buffer.from(`Metadata-Version: 2.1
Name: orangery-client
Version: ${version}
Summary: Reads portfolios from an Orangery gateway, keeps mirrors of them and proves them
License: UNLICENSED
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readme}`)
}

function record(files, itself) {
  const lines = Object.entries(files).map(([path, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url')
    return `${path},sha256=${hash},${bytes.length}`
  })
  return Buffer.from(`${[...lines, `${itself},,`].join('\n')}\n`)
}
