import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The folders that mutants are drawn from, and where the tests of each are. */
export const CONCERNED: readonly { readonly folder: string; readonly tests: readonly string[] }[] =
  [
    {
      folder: 'src/access',
      tests: [
        ...['access', 'contract', 'modules/grants', 'modules/keys', 'modules/usage'],
        ...['graphql/service', 'graphql/dashboards', 'rest'],
      ],
    },
    { folder: 'src/load', tests: ['load', 'http', 'metrics', 'modules/usage', 'graphql', 'rest'] },
    { folder: 'src/rest', tests: ['rest', 'http', 'contract', 'mcp'] },
    {
      folder: 'src/graphql',
      tests: ['graphql', 'graphql/service', 'graphql/dashboards', 'schema', 'contract', 'sign-in'],
    },
    ...['assets', 'portfolio', 'valuations', 'documents'].map((name) => ({
      folder: `src/modules/${name}`,
      tests: [
        ...['rest', 'graphql', 'graphql/dashboards', 'changes', 'contract', 'modules/figures'],
        ...['importer', 'mcp'],
      ],
    })),
    { folder: 'src/importer', tests: ['importer', 'verifier', 'changes', 'doctor'] },
  ]

/** The tests that a source file concerns: first those that are close to it, then all of its folders. */
export function concernedTests(tree: string, file: string): { close: string[]; others: string[] } {
  const concerned = CONCERNED.find(({ folder }) => file.startsWith(`${folder}/`))
  const near = (concerned?.tests ?? []).flatMap((name) => testsIn(tree, name))
  const close = [...new Set([...near, ...testsIn(tree, mirrored(file))])].filter((test) =>
    isClose(tree, test, file),
  )
  return { close, others: near.filter((test) => !close.includes(test)) }
}

function mirrored(file: string): string {
  return dirname(file).replace(/^src\/?/, '')
}

// It replaces its database, which another run of the same server finds changed: it would kill every later mutant.
const ALONE = 'rewind.test.ts'

function testsIn(tree: string, folder: string): string[] {
  const path = join(tree, 'test', folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith('.test.ts') && name !== ALONE)
    .map((name) => `test/${folder}/${name}`)
    .sort()
}

// A test that imports the file, or begins with its name.
function isClose(tree: string, test: string, file: string): boolean {
  const stem = basename(file).split('.')[0] ?? ''
  if (basename(test).split('.')[0] === stem) return true
  return readFileSync(join(tree, test), 'utf8').includes(`/${file}'`)
}
