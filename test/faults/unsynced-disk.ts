import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './scenario.ts'

const SIZE = 1 << 30
// `FS_IOC_SHUTDOWN` with `NOLOGFLUSH`: the file system writes nothing any more, not even its log.
const CUT =
  'open(my $f, ">", $ARGV[0]) or die $!; my $flag = pack("I", 2); ioctl($f, 0x8004587D, $flag) or die $!'

/** Why this machine has no such disk. */
export function lacksDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, to mount a disk'
  const has = (program: string) => spawnSync('which', [program]).status === 0
  return ['mkfs.ext4', 'losetup', 'perl'].every(has) && spawnSync('losetup', ['-f']).status === 0
    ? undefined
    : 'needs a loop device, mkfs.ext4 and perl'
}

/** A disk of its own. When its power is cut, it loses what was not synced, as a disk does. */
export class UnsyncedDisk {
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
