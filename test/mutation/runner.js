// Answers the questions of its parent process about the tree in the folder FOLDER, with one Vitest: its start and its
// database server would take longer than most tests. A question is the files that were changed since the last one, and
// the tests to run; its answer is the test file that failed first, or null.
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = '.'] = process.argv.slice(2)
process.chdir(folder)

let failed = null
function fail({ moduleId }) {
  failed ??= moduleId.slice(folder.length + 1)
  void vitest.cancelCurrentRun('test-failure')
}
const reporter = {
  onTestCaseResult: (test) => test.result().state === 'failed' && fail(test.module),
  onTestModuleEnd: (module) => module.state() === 'failed' && fail(module),
}

// The Vitest of the tree, which its tests import too.
const path = createRequire(join(folder, 'package.json')).resolve('vitest/node')
const { BaseSequencer, createVitest } = await import(pathToFileURL(path).href)

// One failing test is enough, so the files that take longest come last.
class ShortestFirst extends BaseSequencer {
  sort(files) {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    return files.toSorted((one, other) => sizes.get(one) - sizes.get(other))
  }
}

// The workers wait for the database server nearly half of their time.
process.env.VITEST_MAX_WORKERS ??= '4'
const options = {
  root: folder,
  watch: false,
  project: ['gateway'],
  reporters: [reporter],
  sequence: { sequencer: ShortestFirst },
  // A mutant may wait for what never comes.
  testTimeout: 60_000,
}
const vitest = await createVitest('test', options)
await vitest.standalone()

process.on('message', async ({ changed, tests }) => {
  failed = null
  for (const file of changed) vitest.invalidateFile(join(folder, file))
  const run = await vitest.runTestSpecifications(await vitest.globTestSpecifications(tests))
  const [error] = run.unhandledErrors
  if (error !== undefined) failed ??= `an error outside a test: ${error}`
  process.send({ failed })
})
process.send({ failed })
await once(process, 'disconnect')
await vitest.close()
