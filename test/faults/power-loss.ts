import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ends, runningPid } from '../database/server-pid.ts'
import { GatewayProcess } from '../serve/process.ts'
import { killTree } from '../support/process-tree.ts'
import { createWorld, examine, type Found, startImport, type World } from './embedded-world.ts'
import { amount, none, type Run, type Scenario } from './scenario.ts'

const SIZE = 1 << 30
// `FS_IOC_SHUTDOWN` with `NOLOGFLUSH`: the file system writes nothing any more, not even its log.
const CUT =
  'open(my $f, ">", $ARGV[0]) or die $!; my $flag = pack("I", 2); ioctl($f, 0x8004587D, $flag) or die $!'

function lacksDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, to mount a disk'
  const has = (program: string) => spawnSync('which', [program]).status === 0
  return ['mkfs.ext4', 'losetup', 'perl'].every(has) && spawnSync('losetup', ['-f']).status === 0
    ? undefined
    : 'needs a loop device, mkfs.ext4 and perl'
}

/** A disk of its own. When its power is cut, it loses what was not synced, as a disk does. */
class UnsyncedDisk {
  readonly path: string
  readonly #image: string

  constructor({ folder, atEnd }: Run) {
    this.#image = join(folder, 'disk.img')
    this.path = join(folder, 'disk')
    mkdirSync(this.path)
    closeSync(openSync(this.#image, 'w'))
    truncateSync(this.#image, SIZE)
    execFileSync('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=0', this.#image])
    this.#mount()
    execFileSync('chmod', ['711', this.path])
    atEnd(() => spawnSync('umount', ['--lazy', this.path]))
  }

  /** From now on each access to it fails. */
  cutPower(): void {
    execFileSync('perl', ['-e', CUT, join(this.path, 'power')])
  }

  /** Nothing may have a file open there. */
  restorePower(): void {
    execFileSync('umount', [this.path])
    this.#mount()
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.path])
  }
}

const LOST = 'acknowledged writes lost, or a database that does not open'
// Of plants, which are acknowledged before each cut.
const WRITES = 10

/** Writes that are under way when the disk of the embedded database loses what was not synced. */
export const powerLoss: Scenario = {
  name: 'power loss',
  unavailable: lacksDisk,
  async run(run) {
    const count = amount(run.size, 20, 2, 3)
    const found: Found = { lost: [], half: [], closed: [], creates: 0, imports: 0 }
    const disk = new UnsyncedDisk(run)
    const world = await createWorld(run, disk.path)
    for (let round = 0; round < count; round++) {
      await cutOnce(run, { world, disk, waitsForImport: round % 2 === 1 }, found)
      run.onProgress(`${round + 1} of ${count}`)
      // Nothing else can be written there.
      if (found.closed.length > 0) break
    }
    const acknowledged = `${found.creates} plants, ${found.imports} imports acknowledged`
    return [
      none(LOST, count, [...found.lost, ...found.closed], acknowledged),
      none('half imports', count, found.half),
    ]
  },
  controls: [
    {
      without: 'fsync',
      row: LOST,
      file: 'embedded-postgres/settings.js',
      find: "fsync: 'on'",
      replace: "fsync: 'off'",
    },
  ],
}

interface Cut {
  readonly world: World
  readonly disk: UnsyncedDisk
  /** Whether the import is acknowledged first: what it wrote is then the newest. */
  readonly waitsForImport: boolean
}

async function cutOnce(
  { atEnd }: Run,
  { world, disk, waitsForImport }: Cut,
  found: Found,
): Promise<void> {
  const gateway = new GatewayProcess({ DATA_DIR: world.dataDir, DEMO: 'off' }, world.program)
  atEnd(() => gateway.stop('SIGKILL'))
  const opened = await gateway.url().catch((thrown: Error) => found.closed.push(thrown.message))
  if (typeof opened === 'number') return
  const before = world.plants.acknowledged.size
  const stopWriting = world.plants.start(opened)
  const importing = startImport(world)
  while (world.plants.acknowledged.size < before + WRITES) await sleep(20)
  if (waitsForImport) await importing.ended
  else await sleep(randomInt(Math.round(world.importMs)))
  const server = runningPid(world.dataDir)
  disk.cutPower()
  const isImported = importing.child.exitCode === 0
  importing.child.kill('SIGKILL')
  killTree(server)
  gateway.child.kill('SIGKILL')
  await Promise.all([stopWriting(), importing.ended, gateway.ended, ends(server)])
  if (isImported) {
    found.imports++
    world.imported = world.batch
  }
  disk.restorePower()
  await examine(world, found).catch((thrown: Error) => found.closed.push(thrown.message))
}
