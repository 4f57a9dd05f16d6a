import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { jsonOf, orangery } from './orangery.ts'

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

describe('completion in bash', () => {
  test.each([
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
  ])('of %j offers %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected)
  })
})

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  test('has every command and option, and no syntax error', async () => {
    const { script } = jsonOf(await orangery(['completion', shell, '--json'], { PORT: 'many' }))
    for (const name of ['serve', 'reset-factor', 'plan-state', 'past_due', 'allow-ip'])
      expect(script).toContain(name)
    if (spawnSync(shell, ['--version']).status !== 0) return
    const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
