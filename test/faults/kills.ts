import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningPid } from '../database/server-pid.ts'
import { GatewayProcess } from '../serve/process.ts'
import { killTree } from '../support/process-tree.ts'
import { createWorld, examine, type Found, startImport, type World } from './embedded-world.ts'
import { killInTheMiddle } from './held-import.ts'
import { amount, none, type Scenario } from './scenario.ts'

const VICTIMS = ['gateway', 'database', 'both', 'import'] as const

/**
 * Writes that are under way when processes are killed with SIGKILL, on the embedded database. The kernel lives on,
 * and with it what was written and not synced: `power loss` is about that.
 */
export const kills: Scenario = {
  name: 'kills',
  async run(run) {
    const count = amount(run.size, 100, 4, 12)
    const found: Found = { lost: [], half: [], closed: [], creates: 0, imports: 0 }
    const world = await createWorld(run)
    for (let round = 0; round < count; round++) {
      await killOnce(world, VICTIMS[round % VICTIMS.length] ?? 'both', found)
      run.onProgress(`${round + 1} of ${count}`)
    }
    const inTheMiddle = amount(run.size, 5, 1, 1)
    for (let round = 0; round < inTheMiddle; round++) {
      await killInTheMiddle(world)
      await examine(world, found)
    }
    return [
      none(
        'acknowledged writes lost',
        found.creates + found.imports,
        found.lost,
        `${found.creates} plants, ${found.imports} imports acknowledged`,
      ),
      none('half imports', count + inTheMiddle, found.half),
      none('does not open', count, found.closed),
    ]
  },
  controls: [
    {
      without: 'waiting for the disk at a commit',
      row: 'acknowledged writes lost',
      removals: [
        {
          file: 'database/embedded/settings.js',
          find: "synchronous_commit: 'on'",
          replace: "synchronous_commit: 'off', wal_writer_delay: '10s'",
        },
      ],
    },
    {
      without: 'one transaction for an import',
      row: 'half imports',
      removals: [
        ...[
          'change-sql',
          'document-limit',
          'merge-sql',
          'merge',
          'references',
          'removal-sql',
          'staging',
        ].map((name) => ({ file: `importer/${name}.js`, find: 'ON COMMIT DROP', replace: '' })),
        {
          file: 'importer/merge.js',
          find: 'const valuations =',
          replace: `await run('COMMIT'); await run('BEGIN'); const valuations =`,
        },
      ],
    },
  ],
}

async function killOnce(world: World, victim: (typeof VICTIMS)[number], found: Found) {
  const gateway = new GatewayProcess({ DATA_DIR: world.dataDir, DEMO: 'off' }, world.program)
  const opened = await gateway.url().catch((thrown: Error) => found.closed.push(thrown.message))
  if (typeof opened === 'number') return
  const stopWriting = world.plants.start(opened)
  const importing = startImport(world)
  // At any moment of the import, also on a slow machine.
  await sleep(randomInt(200, Math.round(Math.max(1_600, 1.5 * world.importMs))))
  if (victim === 'import') importing.child.kill('SIGKILL')
  if (victim === 'gateway' || victim === 'both') gateway.child.kill('SIGKILL')
  if (victim === 'database' || victim === 'both') killTree(runningPid(world.dataDir))
  await Promise.all([stopWriting(), importing.ended, sleep(100)])
  if (await importing.ended) {
    found.imports++
    world.imported = world.batch
  }
  await gateway.stop('SIGKILL')
  await examine(world, found)
}
