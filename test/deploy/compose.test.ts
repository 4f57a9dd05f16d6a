import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { Variables } from '../../src/config/variables.ts'
import { readConfig } from '../../src/config.ts'

const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  volumes: z.array(z.string()).default([]),
})
const text = readFileSync('compose.yaml', 'utf8')
const { services, networks } = z
  .object({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  })
  .parse(parse(text))
const { gateway, postgres, redis } = z
  .object({ gateway: Service, postgres: Service, redis: Service })
  .parse(services)
const OPTIONAL =
  'CACHE_MB CORS_ORIGINS DATABASE_POOL LOG_LEVEL MAIL_COMMAND MAIL_FROM MCP METRICS_HOST METRICS_PORT OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS SECURITY_CONTACT SMTP_URL SUPPORT_CONTACT WEBHOOK_ALLOWED_RANGES'.split(
    ' ',
  )
const SECRETS = ['AUTH_SECRET', 'OWNER_PASSWORD', 'POSTGRES_PASSWORD', 'RUNTIME_PASSWORD']

/** The settings of the gateway, with a value for each variable of compose.env that is required, and with these. */
function settings(given: Record<string, string> = {}): Record<string, string> {
  const value = (name: string) =>
    name === 'PUBLIC_URL' ? 'https://a.example' : `${name}-`.repeat(4)
  return Object.fromEntries(
    Object.entries(gateway.environment).map(([name, text]) => [
      name,
      text
        .replaceAll(/\$\{(\w+):\?\}/g, (_, variable) => value(variable))
        .replaceAll(/\$\{(\w+):-\}/g, (_, variable) => given[variable] ?? ''),
    ]),
  )
}

describe('compose.yaml', () => {
  test('sets only variables that the gateway knows, to values that it takes', () => {
    expect(Object.keys(Variables.shape)).toEqual(
      expect.arrayContaining(Object.keys(gateway.environment)),
    )
    expect(readConfig(settings())).toMatchObject({ workers: 2, trustProxy: 1 })
  })

  test('has every secret from the environment, and no start without it', () => {
    const used = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
    const namesOf = (form: string) =>
      new Set(used.filter(([, , found]) => found === form).map(([, name = '']) => name))
    expect([...namesOf(':?')].sort()).toEqual([...SECRETS, 'PUBLIC_URL'].sort())
    expect([...namesOf(':-')].sort()).toEqual(OPTIONAL)
    expect(used.every(([, , form]) => form === ':?' || form === ':-')).toBe(true)
    const example = readFileSync('compose.env.example', 'utf8')
    for (const name of SECRETS) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
    expect(readFileSync('.gitignore', 'utf8')).toContain('\ncompose.env\n')
  })

  test('passes on what may be set for mail, metrics and the contact, as the example has it', () => {
    const example = readFileSync('compose.env.example', 'utf8')
    const lines = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
    expect(lines.map(([, name]) => name).sort()).toEqual(OPTIONAL)
    const { MAIL_COMMAND: mailCommand = '', ...given }: Record<string, string> = Object.fromEntries(
      lines.map(([, name = '', value = '']) => [name, value]),
    )
    expect(readConfig(settings(given))).toMatchObject({
      smtp: { from: 'gateway@example.com' },
      corsOrigins: ['https://dashboard.example.com'],
      traces: { endpoint: 'https://traces.example.com' },
      databasePool: 20,
      metrics: { host: '0.0.0.0', port: 9464 },
      mcp: true,
      securityContact: 'mailto:security@example.com',
      supportContact: 'mailto:support@example.com',
    })
    expect(readConfig(settings({ MAIL_COMMAND: mailCommand }))).toMatchObject({ mailCommand })
    expect(readConfig(settings())).toMatchObject({ mailCommand: undefined, metrics: undefined })
  })

  test('gives the gateway no password of the superuser', () => {
    expect(JSON.stringify(gateway)).not.toContain('POSTGRES_PASSWORD')
  })

  test('opens the port of the image on this machine alone, and no other', () => {
    const port = /^EXPOSE (\d+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1]
    expect(gateway.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect([...postgres.ports, ...redis.ports]).toEqual([])
    expect([postgres.networks, redis.networks]).toEqual([['back'], ['back']])
    expect(networks.back).toEqual({ internal: true })
  })

  test('creates the roles of its addresses by a program that can be run', () => {
    const file = postgres.volumes
      .map((each) => each.split(':')[0])
      .find((name) => name?.endsWith('.sh'))
    // The one bit of a mode that a clone has under every umask.
    expect(statSync(file ?? '').mode & 0o100).toBe(0o100)
    const program = readFileSync(file ?? '', 'utf8')
    const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = settings()
    for (const url of [DATABASE_URL, DATABASE_OWNER_URL])
      expect(program).toContain(`CREATE ROLE ${new URL(url).username} LOGIN`)
  })
})
