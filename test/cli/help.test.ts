import { expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { orangery } from './orangery.ts'

const COMMANDS = [
  '',
  'serve',
  'migrate',
  'demo',
  'firm',
  'firm create',
  'firm list',
  'firm update',
  'firm identity',
  'client',
  'client create',
  'client list',
  'client resync',
  'client export',
  'client erase',
  'member',
  'member create',
  'member list',
  'member update',
  'member remove',
  'staff',
  'staff create',
  'staff list',
  'key',
  'key create',
  'key list',
  'key roll',
  'key revoke',
  'key tier',
  'key documents',
  'grant',
  'grant create',
  'grant list',
  'grant update',
  'grant revoke',
  'token',
  'token create',
  'token list',
  'token revoke',
  'service',
  'service create',
  'service list',
  'service roll',
  'service revoke',
  'invite',
  'person',
  'person reset-factor',
  'person lock',
  'person unlock',
  'import',
  'doctor',
  'documents',
  'documents add',
  'documents list',
  'documents remove',
  'explain',
  'request',
  'webhook',
  'request show',
  'request list',
  'backup',
  'restore',
  'purge',
  'completion',
  'help',
]

testTable(COMMANDS)(
  'help each command prints help with an example and opens no database',
  async (command) => {
    const argv = command.split(' ').filter(Boolean)
    const { code, out, err } = await orangery([...argv, '--help'], { DATABASE_URL: 'not read' })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Usage: orangery ${command}`)
    expect(out).toMatch(/Example:\n {2}\$ orangery \w+/)
  },
)

test('help the list of this test has every command', async () => {
  const listed = (command: string) => COMMANDS.filter((one) => one.startsWith(command))
  const accepted = async (argv: string[]) => {
    const { err } = await orangery(argv)
    return err.trim().split('accepted: ')[1]?.split(', ') ?? []
  }
  for (const group of await accepted([])) {
    expect(listed(group)).toContain(group)
    if (listed(group).length === 1) continue
    const subcommands = await accepted([group])
    expect(subcommands.map((name) => `${group} ${name}`)).toEqual(listed(`${group} `))
  }
})

test('help every command takes --json', async () => {
  for (const command of COMMANDS.filter((one) =>
    /^([\w-]+ [\w-]+|serve|migrate|demo|import|invite|doctor|backup|restore)$/.test(one),
  )) {
    expect((await orangery([...command.split(' '), '--help'])).out).toContain('--json')
  }
})

testTable([
  [['help'], 'Usage: orangery <command>'],
  [['help', 'firm'], 'Usage: orangery firm <command>'],
  [['help', 'key', 'create'], 'Usage: orangery key create'],
  [['key', 'help', 'create'], 'Usage: orangery key create'],
])('each way to ask for help prints the help of the command', async (argv, usage) => {
  const { code, out, err } = await orangery(argv)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(usage)
})

test('the help marks the options that are required, and no others', async () => {
  const { out } = await orangery(['key', 'create', '--help'])
  const marked = out.replace(/\n {10,}/g, ' ').match(/^ {2}--.*\(required\)$/gm) ?? []
  const names = marked.map((line) => /--[\w-]+/.exec(line)?.[0])
  expect(names).toEqual(['--firm', '--name', '--environment', '--scopes'])
})
