import { expect } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { jsonOf, orangery } from './orangery.ts'

// An unreachable database: a usage error is reported before the database is opened.
const NOWHERE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
const SECRET = `sk_live_01234567_${'HiddenPart'.repeat(4)}`
const NEW_KEY = ['key', 'create', '--firm', 'f', '--name', 'n', '--environment', 'sandbox']
const NEW_CLIENT = ['client', 'create', '--name', 'n', '--email']

const INVALID: [argv: string[], named: RegExp][] = [
  [[], /accepted: serve, migrate, demo, firm, .*import/],
  [['frim'], /'frim'.*accepted: serve/],
  [['help', 'frim'], /unknown command 'frim'; accepted: serve, migrate/],
  [['help', 'key', 'delete'], /unknown command 'delete'; accepted: create, list/],
  [['key', 'delete'], /'delete'.*accepted: create/],
  [['client', 'create'], /missing --name <text>, --email <address>$/m],
  [['grant', 'create', '--clent', 'x'], /option '--clent'; missing --key <id>, --client <id>/],
  [['serve', '--port', '4100'], /--port.*PORT=4100/],
  [['firm', 'create', '--name', 'x', '--nme', 'y'], /--nme.*--name/],
  [['firm', 'create', '--name'], /--name.*missing/],
  [['firm', 'create', '--name', ''], /--name.*1 to 200/],
  [['firm', 'create', '--name', 'a\nb\u001b[31m'], /--name.*1 to 200/],
  [['firm', 'create', '--name', 'x', '--plan', 'gold'], /--plan.*standard, enterprise/],
  [['firm', 'create', 'x', '--name', 'x'], /too many arguments/],
  [
    ['firm', 'update', 'firm_x'],
    /nothing to change; accepted: --name, --plan, --plan-state, --tier$/m,
  ],
  [[...NEW_CLIENT, 'nobody'], /--email.*ada@example\.com/],
  [[...NEW_CLIENT, 'a@example.com', '--currency', 'GOLD'], /--currency.*ISO 4217/],
  [[...NEW_CLIENT, 'a@example.com', '--environment', 'test'], /--environment.*sandbox, production/],
  [[...NEW_KEY, '--scopes', ''], /--scopes.*registry/],
  [[...NEW_KEY, '--scopes', 'registry, everything'], /--scopes.*verification/],
  [[...NEW_KEY, '--scopes', 'registry', '--expires-at', 'tomorrow'], /--expires-at.*2026-11-20/],
  [[...NEW_KEY, '--scopes', 'registry', '--expires-at', '2026-02-30'], /--expires-at.*never/],
  [[...NEW_KEY, '--scopes', 'registry', '--allow-ip', '10.0.0.7/8'], /--allow-ip.*10\.0\.0\.0\/8/],
  [['key', 'roll', 'key_x', '--overlap', '3h'], /--overlap.*0, 1h, 24h, 7d/],
  [['key', 'tier', 'key_x', 'gold'], /tier.*standard, elevated, enterprise, firm/],
  [['grant', 'update', 'grant_x', '--filter', 'nothing'], /--filter.*category/],
  [['grant', 'update', 'grant_x', '--filter', 'category:XX'], /--filter.*watches/],
  [['grant', 'update', 'grant_x', '--filter', 'items:'], /--filter.*registry ids/],
  [['grant', 'update', 'grant_x', '--filter', 'collection:a,b'], /--filter.*one collection id/],
]

testTable(INVALID)(
  'a usage error exits 2 with one line that names the problem, as an object with --json',
  async (argv, named) => {
    const { err, ...rest } = await orangery(argv, NOWHERE)
    expect(rest).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toMatch(named)
    expect(err.trimEnd()).not.toMatch(/\p{Cc}/u)
    // `--name --json` is a valid name.
    if (argv.at(-1) === '--name') return
    const output = await orangery([...argv, '--json'], NOWHERE)
    const code = expect.stringMatching(/^(missing|unknown|invalid)_parameter$/)
    expect(jsonOf(output)).toEqual({ error: { code, message: output.err.slice(7, -1) } })
    expect(output.code).toBe(2)
  },
)

testTable([
  [[SECRET]],
  [['help', SECRET]],
  [[`--${SECRET}`]],
  [['firm', 'create', '--name', 'x', '--plan', SECRET]],
  [['firm', 'list', `--${SECRET}`]],
  [['grant', 'update', 'grant_x', '--filter', SECRET]],
])('a usage error repeats no secret that stands in the wrong place', async (argv) => {
  for (const args of [argv, [...argv, '--json']]) {
    const { code, out, err } = await orangery(args, NOWHERE)
    expect(code).toBe(2)
    expect(out + err).not.toContain('HiddenPart')
  }
})
