// Builds what partners install: a package for npm, a wheel for pip, and a collection of requests. Needs no network.
// Its argument is the folder to write; dist/clients by default.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCollection } from './collection.js'
import { buildNpmPackage } from './npm-package.js'
import { buildWheel } from './wheel.js'

process.chdir(join(import.meta.dirname, '..', '..'))
const [OUT = join('dist', 'clients')] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
// Another form has another name in Python.
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`The version ${version} is not x.y.z.`)

const files = {
  'orangery-client.tgz': buildNpmPackage(version),
  [`orangery_client-${version}-py3-none-any.whl`]: buildWheel(version),
}
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const listed = Object.entries(files).map(([name, bytes]) => {
  writeFileSync(join(OUT, name), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, bytes: bytes.length, sha256 }
})
// It has no hash: the gateway that serves it puts its own address into it.
writeFileSync(
  join(OUT, 'orangery.postman_collection.json'),
  buildCollection(readFileSync('openapi.json', 'utf8')),
)
// Last: it says that the others are complete.
writeFileSync(join(OUT, 'index.json'), `${JSON.stringify({ version, files: listed }, null, 2)}\n`)
