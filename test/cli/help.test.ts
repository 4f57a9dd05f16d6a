import { describe, expect, test } from 'vitest'
import { orangery } from './orangery.ts'

const COMMANDS = [
  '',
  'serve',
  'migrate',
  'demo',
  'firm',
  'firm create',
  'firm plan',
  'client',
  'client create',
  'member',
  'member create',
  'staff',
  'staff create',
  'key',
  'key create',
  'key list',
  'key roll',
  'key revoke',
  'key tier',
  'grant',
  'grant create',
  'grant list',
  'grant update',
  'grant revoke',
  'token',
  'token create',
  'token revoke',
  'invite',
  'person',
  'person drop-second-factor',
  'person lock',
  'import',
]

describe('help', () => {
  test.each(COMMANDS)('orangery %s --help has an example and opens nothing', async (command) => {
    const argv = command.split(' ').filter(Boolean)
    const { code, out, err } = await orangery([...argv, '--help'], { DATABASE_URL: 'not read' })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Usage: orangery ${command}`)
    expect(out).toMatch(/Example:\n {2}\$ orangery \w+/)
  })

  test('is complete: every command that a noun accepts is here', async () => {
    const listed = (command: string) => COMMANDS.filter((one) => one.startsWith(command))
    const accepted = async (argv: string[]) => {
      const { err } = await orangery(argv)
      return err.trim().split('accepted: ')[1]?.split(', ') ?? []
    }
    for (const noun of await accepted([])) {
      expect(listed(noun)).toContain(noun)
      if (listed(noun).length === 1) continue
      const verbs = await accepted([noun])
      expect(verbs.map((verb) => `${noun} ${verb}`)).toEqual(listed(`${noun} `))
    }
  })

  test('every command takes --json', async () => {
    for (const command of COMMANDS.filter((one) =>
      /^([\w-]+ [\w-]+|serve|migrate|demo|import|invite)$/.test(one),
    )) {
      expect((await orangery([...command.split(' '), '--help'])).out).toContain('--json')
    }
  })
})
