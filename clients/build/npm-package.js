import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesIn, under, withVersion } from './files.js'
import { tarball } from './tar.js'

const SOURCES = join('clients', 'typescript')
// They are in the package itself, so that it is installed without a registry.
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers']
// Optional: the first two for the settings of caches, the last for a proxy that the environment names.
const PEERS = {
  '@apollo/client': '>=3.8',
  '@urql/exchange-graphcache': '>=6',
  undici: '>=6.21 <9',
}
const PROGRAM = 'dist/cli/main.js'

/** The package for npm. */
export function buildNpmPackage(version) {
  const compiled = compile()
  compiled['version.js'] = withVersion(compiled['version.js'], version)
  const files = {
    'package.json': Buffer.from(`${JSON.stringify(manifest(version), null, 2)}\n`),
    'README.md': readFileSync(join(SOURCES, 'README.md')),
    ...under('dist/', compiled),
    ...Object.assign({}, ...BUNDLED.map(bundled)),
  }
  return tarball(under('package/', files), [`package/${PROGRAM}`])
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-clients-'))
  try {
    const compiler = join('node_modules', '.bin', 'tsc')
    execFileSync(compiler, ['-p', SOURCES, '--noCheck', '--outDir', folder], { stdio: 'inherit' })
    return filesIn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function bundled(name) {
  const folder = join('node_modules', name)
  const isNeeded = (path) => !/\.map$|[/\\](src|CHANGELOG|CONTRIBUTING|README)\b/.test(path)
  return under(`node_modules/${name}/`, filesIn(folder, isNeeded))
}

function manifest(version) {
  const { version: fetchVersion } = JSON.parse(
    readFileSync(join('node_modules', 'openapi-fetch', 'package.json'), 'utf8'),
  )
  const entry = (name) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
  return {
    name: 'orangery-client',
    version,
    description: 'Reads portfolios from an Orangery gateway, keeps mirrors of them and proves them',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: {
      '.': entry('index'),
      './node': entry('node'),
      './apollo': entry('apollo'),
      './urql': entry('urql'),
      './package.json': './package.json',
    },
    bin: { 'orangery-client': PROGRAM },
    dependencies: { 'openapi-fetch': fetchVersion },
    bundleDependencies: ['openapi-fetch'],
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(PEERS).map((name) => [name, { optional: true }]),
    ),
  }
}
