import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll } from 'vitest'
import { writeBackup } from '../../../src/backup/backup.ts'
import { FIRST_LINE, type Frame, frame, readFrames } from '../../../src/backup/format.ts'
import { listTables } from '../../../src/backup/tables.ts'
import type { Database } from '../../../src/database/client.ts'
import { testDatabase } from '../../support/database.ts'
import { clientWith } from '../../support/portfolio.ts'
import { newFiles } from './databases.ts'

const ASSETS = Array.from({ length: 200 }, (_, n) => ({
  type: 'asset',
  ref: `a${n}`,
  title: `Asset ${n}`,
  category: 'watches',
}))

export const DAMAGED = /^The backup is damaged or incomplete\./

/** A database with a portfolio, and a backup of it. */
export function backedUpDatabase() {
  const database = testDatabase({ isVerified: false })
  const newFile = newFiles()
  let file = ''
  let saved: Awaited<ReturnType<typeof writeBackup>>

  const backUp = async ({ pool }: Pick<Database, 'pool'>) => {
    const target = newFile()
    return [target, await writeBackup(pool, createWriteStream(target))] as const
  }
  const fileWith = (bytes: Buffer) => {
    const target = newFile()
    writeFileSync(target, bytes)
    return target
  }
  /** The file with other frames, and a SHA-256 that is right. */
  const forge = async (change: (frames: Frame[]) => Frame[]) => {
    const bytes = readFileSync(file)
    const frames: Frame[] = []
    const source = [gunzipSync(bytes.subarray(FIRST_LINE.length, -32))]
    for await (const one of readFrames(piecewise(source))) frames.push(one)
    const changed = change(frames).map(({ type, contents }) => frame(type as 'H', contents))
    const body = Buffer.concat([FIRST_LINE, gzipSync(Buffer.concat(changed))])
    return fileWith(Buffer.concat([body, createHash('sha256').update(body).digest()]))
  }
  beforeAll(async () => {
    await clientWith(database, ASSETS)
    ;[file, saved] = await backUp(database)
  })
  return { database, newFile, backUp, fileWith, forge, file: () => file, saved: () => saved }
}

export async function tablesOf({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  return (await listTables(pool)).map(({ name }) => name)
}

export async function* piecewise(chunks: readonly Buffer[]) {
  yield* chunks
}
