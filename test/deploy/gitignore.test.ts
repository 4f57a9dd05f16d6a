import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'orangery-clone-'))
const at = (name: string) => join(folder, name)
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

afterAll(() => rmSync(folder, { recursive: true }))

test('a clone has no new files after npm ci and npm start, whether they are folders or links', () => {
  git('init', '--quiet')
  cpSync('.gitignore', at('.gitignore'))
  const made = ['node_modules', 'dist', '.orangery', '.orangery.new-aB3x9_', 'src/generated']
  for (const name of made) {
    mkdirSync(at(name), { recursive: true })
    writeFileSync(join(at(name), 'file'), '')
  }
  for (const name of ['.env', 'compose.env']) writeFileSync(at(name), '')
  const listed = () => git('status', '--porcelain', '--untracked-files=all')
  expect(listed()).toBe('?? .gitignore\n')
  for (const name of ['node_modules', 'dist', '.orangery']) {
    rmSync(at(name), { recursive: true })
    symlinkSync(tmpdir(), at(name))
  }
  expect(listed()).toBe('?? .gitignore\n')
})
