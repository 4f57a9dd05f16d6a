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

test('a file that exists is refused before anything is written', async () => {
  const file = newFile()
  writeFileSync(file, 'mine')
  let isCalled = false
  const write = async () => {
    isCalled = true
  }
  await expect(createPrivateFile(file, write)).rejects.toThrow('exists already')
  expect(isCalled).toBe(false)
})

test('a file that appears meanwhile is not replaced', async () => {
  const file = newFile()
  const creating = createPrivateFile(file, async (stream) => {
    writeFileSync(file, 'mine')
    await writeText(stream, 'backup')
  })
  await expect(creating).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a new file has its name when it is complete', async () => {
  const file = newFile()
  await createPrivateFile(file, async (stream) => {
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await writeText(stream, 'backup')
  })
  expect(readFileSync(file, 'utf8')).toBe('backup')
})
