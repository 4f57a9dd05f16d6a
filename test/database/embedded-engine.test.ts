import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openCluster } from '../../src/embedded-postgres/cluster.ts'
import { findEngine, prepareEngine } from '../../src/embedded-postgres/engine.ts'
import { newDataDir, newFolder, removeFolders } from './data-folder.ts'

afterEach(removeFolders)

const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const { version, major } = findEngine()

function engineOf(scripts: { initdb: string; postgres: string }, links: object[] = []) {
  const folder = newFolder(0o755)
  fs.mkdirSync(join(folder, 'native/bin'), { recursive: true })
  fs.writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  for (const [name, script] of Object.entries(scripts))
    fs.writeFileSync(join(folder, 'native/bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { folder, version, major }
}

const works = 'exit 0'
const fails = 'echo no space left >&2; exit 1'

test('an engine that does not run, nor a copy of it, is an error with its output and a remedy', () => {
  const engine = engineOf({ initdb: works, postgres: fails })
  expect(() => prepareEngine(engine, newFolder(), account)).toThrow(
    'The embedded PostgreSQL does not run: no space left. Set DATABASE_URL',
  )
})

test('an engine that cannot be completed leaves no copy', () => {
  const link = { source: 'native/lib/a', target: 'native/none/a' }
  const engine = engineOf({ initdb: works, postgres: works }, [link])
  const copies = newFolder()
  expect(() => prepareEngine(engine, copies, account)).toThrow('PostgreSQL could not be copied to')
  expect(fs.readdirSync(copies)).toEqual([])
})

test('a data folder that PostgreSQL does not create is an error with its output, and nothing stays', () => {
  const engine = engineOf({ initdb: fails, postgres: works })
  const dataDir = newDataDir()
  expect(() => openCluster(dataDir, engine)).toThrow(/PostgreSQL could not create .*no space left/)
  expect(fs.readdirSync(dirname(dataDir))).toEqual([])
})

test('a data folder where none can be created is an error that names both settings', () => {
  expect(() => openCluster('/proc/nowhere/data', findEngine())).toThrow(
    'The data folder /proc/nowhere/data cannot be created (ENOENT). Set DATA_DIR to a writable folder, or DATABASE_URL',
  )
})
