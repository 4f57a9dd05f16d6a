// Builds the program. With --if-changed: only where dist has no complete build of these sources.
import { execFileSync, execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'build.js',
  'package.json',
  'package-lock.json',
  'prisma.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'vite.config.ts',
  'prisma',
  'src',
  'openapi.json',
  'schema.graphql',
  'docs/guide',
  'docs/glossary.md',
  'docs/importing.md',
  'docs/samples',
  'CHANGELOG.md',
  'clients',
]
// Made by the build itself.
const GENERATED = join('src', 'generated')
// Says which sources a complete build was made of.
const MARK = join('dist', '.sources')
const COMMIT = join('dist', 'commit')
const RESULTS = [
  join('dist', 'cli', 'main.js'),
  join('dist', 'portal', 'index.html'),
  join('dist', 'clients', 'index.json'),
]

process.chdir(import.meta.dirname)
const sources = fingerprint()
if (!process.argv.includes('--if-changed')) build()
else if (!isBuilt()) {
  console.log('Building the program. This takes about half a minute.')
  build()
}

/** By the content: a checkout of the same sources has other times of change. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesIn)) hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (path === GENERATED) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesIn(join(path, name)))
}

function isBuilt() {
  return [MARK, ...RESULTS].every(existsSync) && readFileSync(MARK, 'utf8') === sources
}

// A commit with the tag of its version is a release, and needs no more name.
function writeCommit() {
  rmSync(COMMIT, { force: true })
  if (!existsSync('.git')) return
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const tags = git('tag', '--points-at', 'HEAD').split('\n')
    if (!tags.includes(`v${version}`)) writeFileSync(COMMIT, git('rev-parse', '--short=12', 'HEAD'))
  } catch {
    // Without git, or in a checkout of another account, the build has the version alone.
  }
}

function build() {
  rmSync(MARK, { force: true })
  try {
    for (const part of ['server', 'portal', 'clients'])
      execSync(`npm run --silent build:${part}`, { stdio: 'inherit' })
    writeCommit()
    writeFileSync(MARK, sources)
  } catch ({ message }) {
    console.error(`error: ${message}`)
    process.exitCode = 1
  }
}
