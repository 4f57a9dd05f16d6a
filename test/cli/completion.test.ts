import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { orangery } from './orangery.ts'

/** What bash offers for a command line of which the last word is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out: script } = await orangery(['completion', 'bash'])
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `${script}
    COMP_WORDS=(orangery ${line}); COMP_CWORD=${words.length}
    _orangery; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter(Boolean)
}

testTable([
  [['re'], ['request', 'restore']],
  [
    ['key', ''],
    ['create', 'list', 'roll', 'revoke', 'tier', 'documents', '--help'],
  ],
  [
    ['key', 'create', '--e'],
    ['--environment', '--expires-at'],
  ],
  [['key', 'create', '--firm', 'firm_x', '--environment', 'p'], ['production']],
  [
    ['firm', 'update', 'firm_x', '--plan', ''],
    ['standard', 'enterprise'],
  ],
  [
    ['key', 'tier', 'key_x', 'e'],
    ['elevated', 'enterprise'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', '--json', '--help'],
  ],
  // Anything: bash offers names of files.
  [['firm', 'create', '--name', ''], []],
  [
    ['nosuch', '--'],
    ['--version', '--help'],
  ],
])('offers what may follow', async (words, expected) => {
  expect(await offered(...words)).toEqual(expected)
})
