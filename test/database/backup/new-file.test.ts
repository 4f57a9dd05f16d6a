import { readFileSync, writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { createPrivateFile } from '../../../src/database/backup/new-file.ts'
import { newFiles } from './databases.ts'

const newFile = newFiles()

async function writeText(stream: Writable, text: string): Promise<void> {
  stream.end(text)
  await finished(stream)
}

test('a file that appears meanwhile is not replaced', async () => {
  const file = newFile()
  const creating = createPrivateFile(file, async (stream) => {
    writeFileSync(file, 'mine')
    await writeText(stream, 'backup')
  })
  await expect(creating).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})
