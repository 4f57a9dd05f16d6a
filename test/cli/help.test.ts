import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { orangery } from './orangery.ts'

/** The words that may follow these words, as an error of wrong use says them. */
async function accepted(...argv: string[]): Promise<string[]> {
  const { err } = await orangery(argv)
  return err.trim().split('accepted: ')[1]?.split(', ') ?? []
}

async function allCommands(): Promise<string[][]> {
  const groups = (await accepted()).filter((name) => name !== 'help')
  const found = groups.map(async (group) => {
    const { out } = await orangery([group, '--help'])
    const names = out.includes(`orangery ${group} <command>`) ? await accepted(group) : []
    return [[group], ...names.map((name) => [group, name])]
  })
  return [[], ...(await Promise.all(found)).flat()]
}

test('each command prints help with an example, takes --json, and opens no database', async () => {
  const commands = await allCommands()
  expect(commands.length).toBeGreaterThan(60)
  for (const argv of commands) {
    const command = argv.join(' ')
    const { code, out, err } = await orangery([...argv, '--help'], { DATABASE_URL: 'not read' })
    expect({ command, code, err }).toEqual({ command, code: 0, err: '' })
    expect(out).toContain(`Usage: orangery ${command}`)
    expect(out, command).toMatch(/Example:\n {2}\$ orangery \w+/)
    const isGroup = argv.length < 2 && out.includes('<command>')
    if (!isGroup && command !== 'completion') expect(out, command).toContain('--json')
  }
})

test('the help marks the options that are required, and no others', async () => {
  const { out } = await orangery(['key', 'create', '--help'])
  const marked = out.replace(/\n {10,}/g, ' ').match(/^ {2}--.*\(required\)$/gm) ?? []
  const names = marked.map((line) => /--[\w-]+/.exec(line)?.[0])
  expect(names).toEqual(['--firm', '--name', '--environment', '--scopes'])
})

/** The words that bash offers for a command line of which the last word is being typed. */
async function offered(words: string[]): Promise<string> {
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
  return stdout.split('\n').filter(Boolean).join(' ')
}

testTable([
  ['re', 'request restore'],
  ['key ', 'create list roll revoke tier documents links --help'],
  ['key create --e', '--environment --expires-at'],
  ['key links key_x d', 'denied'],
  ['key create --firm firm_x --environment p', 'production'],
  ['firm update firm_x --plan ', 'standard enterprise'],
  ['key tier key_x e', 'elevated enterprise'],
  ['completion ', 'bash zsh fish --json --help'],
  // Anything: bash offers names of files.
  ['firm create --name ', ''],
  ['nosuch --', '--version --help'],
])('the completion of a shell offers what may follow', async (line, expected) => {
  expect(await offered(line.split(' '))).toBe(expected)
})
