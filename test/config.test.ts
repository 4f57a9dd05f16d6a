import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { problems } from './config/problems.ts'
import { words } from './support/words.ts'

describe('the configuration', () => {
  test('accepts DATABASE_OWNER_URL only together with DATABASE_URL', () => {
    const DATABASE_OWNER_URL = 'postgres://owner@db/x'
    const both = { DATABASE_URL: 'postgres://runtime@db/x', DATABASE_OWNER_URL }
    expect(readConfig(both)).toMatchObject({ databaseOwnerUrl: DATABASE_OWNER_URL })
    expect(problems({ DATABASE_OWNER_URL })).toEqual([
      'DATABASE_OWNER_URL: needs DATABASE_URL, for the role that requests are served with',
    ])
    expect(problems({ ...both, DATABASE_OWNER_URL: 'mysql://u:canary@db/x' })).toEqual([
      'DATABASE_OWNER_URL: takes a postgres:// address',
    ])
  })

  test('has the metrics on a port of their own, on this machine unless it names another address', () => {
    const metrics = (more: Record<string, string>) =>
      readConfig({ METRICS_PORT: '9464', ...more }).metrics
    expect(metrics({ METRICS_HOST: '10.0.0.5' })).toEqual({ host: '10.0.0.5', port: 9464 })
    expect(metrics({ HOST: '0.0.0.0' })).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(problems({ METRICS_PORT: '80', PORT: '80' })).toEqual([
      'METRICS_PORT: takes another port than PORT: the metrics are not public',
    ])
    expect(problems({ METRICS_HOST: '::1' })).toEqual([
      'METRICS_HOST: needs METRICS_PORT, without which there are no metrics',
    ])
    expect(problems({ METRICS_PORT: 'x', METRICS_HOST: '::1' })).toEqual([
      'METRICS_PORT: takes a whole number from 0 to 65535',
    ])
  })

  test('of an empty environment, or of empty variables, has the defaults', () => {
    const usual = {
      ...{ port: 4000, host: '127.0.0.1', dataDir: '.orangery', databasePool: 10, workers: 1 },
      ...{ requestTimeoutMs: 10_000, processes: 1, drainGraceMs: 1_500, cacheMb: 64, demo: true },
      ...{ trustProxy: false, webhookAllowedRanges: [], mcp: false, corsOrigins: [] },
      ...{ databaseUrl: undefined, redisUrl: undefined, metrics: undefined, traces: undefined },
      logLevel: 'info',
    }
    expect(readConfig({})).toMatchObject(usual)
    const empty = { PORT: '', DATABASE_URL: '', LOG_LEVEL: '', PATH: '/bin' }
    expect(readConfig(empty)).toMatchObject(usual)
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  // Where a row has no fourth member, the value is read as it is.
  test.each<[name: string, value: string, member: string, read?: unknown]>([
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65535],
    ['HOST', '::1', 'host'],
    ['DATABASE_POOL', '4', 'databasePool', 4],
    ['DATABASE_POOL', '44', 'databasePool', 44],
    ['REQUEST_TIMEOUT_MS', '1000', 'requestTimeoutMs', 1_000],
    ['DRAIN_GRACE_MS', '0', 'drainGraceMs', 0],
    ['REDIS_URL', 'redis://u:p%40@cache:6379/2', 'redisUrl'],
    ['REDIS_URL', 'rediss://cache', 'redisUrl'],
    ['DATABASE_URL', 'postgres://u:p%40@db:5432/x', 'databaseUrl'],
    ['DATABASE_URL', 'postgresql:///x?host=/tmp', 'databaseUrl'],
    ['DATABASE_URL', 'postgres://u@%2Ftmp%2Fs:5432/x', 'databaseUrl'],
    ['DATABASE_URL', 'postgres://u:p@/x?host=/tmp', 'databaseUrl'],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', 'false', 'trustProxy', false],
    ['TRUST_PROXY', '0', 'trustProxy', 0],
    ['TRUST_PROXY', '99', 'trustProxy', 99],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8, ::1', 'trustProxy', ['loopback', '10.0.0.0/8', '::1']],
    ['PUBLIC_URL', 'https://api.example.com/', 'publicUrl', 'https://api.example.com'],
    [
      'CORS_ORIGINS',
      'https://app.example.com, http://localhost:5173,http://[::1]:8080',
      'corsOrigins',
      ['https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'],
    ],
    ['AUTH_SECRET', 'x'.repeat(32), 'authSecret'],
    ['DEMO', 'off', 'demo', false],
    ['MCP', 'on', 'mcp', true],
    ['SECURITY_CONTACT', 'mailto:a@example.com', 'securityContact'],
    ['SECURITY_CONTACT', 'https://example.com/report', 'securityContact'],
    ['SUPPORT_CONTACT', 'tel:+49.30.1234', 'supportContact'],
    ['SUPPORT_CONTACT', 'https://example.com/help', 'supportContact'],
    [
      'WEBHOOK_ALLOWED_RANGES',
      '10.1.0.0/16, fd12::/64,127.0.0.1/32',
      'webhookAllowedRanges',
      ['10.1.0.0/16', 'fd12::/64', '127.0.0.1/32'],
    ],
    ['METRICS_PORT', '9464', 'metrics', { host: '127.0.0.1', port: 9464 }],
  ])('accepts %s=%s', (name, value, member, read = value) => {
    expect(readConfig({ [name]: value })).toMatchObject({ [member]: read })
  })

  test.each([
    ['PORT', [...words('-1 65536 80.5 1e3 0x50 http 99999999999999999999'), ' 80'], /0 to 65535/],
    ['DATABASE_POOL', ['3', '201', 'many'], /4 to 200/],
    ['REQUEST_TIMEOUT_MS', ['999', '300001', '10s'], /1000 to 300000/],
    [
      'DATABASE_URL',
      words('mysql://u:canary@db/x canary postgres://u:canary@:bad/x'),
      /postgres:\/\//,
    ],
    [
      'REDIS_URL',
      words(`http://u:canary@cache canary redis:// redis:///2 redis://u:canary%@cache
        redis://u:canary%zz@cache`),
      /redis:\/\//,
    ],
    ['REDIS_URL', ['redis://cache/canary', 'redis://cache/0?db=canary'], /number of a database/],
    ['GATEWAY_PROCESSES', ['0', '10001', 'two'], /1 to 10000/],
    ['WEB_CONCURRENCY', ['0', '65', 'auto', '1.5'], /1 to 64/],
    ['DRAIN_GRACE_MS', ['-1', '300001', '1s'], /0 to 300000/],
    [
      'TRUST_PROXY',
      [' 1', ...words('yes 100 01 -1 +1 1e1 1.0 0x1 TRUE 10.0.0.0/33 10.0.0 loopback, ::1/129')],
      /number of proxies/,
    ],
    ['PUBLIC_URL', ['example.com', 'ftp://example.com', '/'], /http/],
    [
      'CORS_ORIGINS',
      [
        'https://a.example https://b.example',
        ...words(`* null app.example.com https://*.example.com https://app.example.com/
          https://app.example.com/x https://app.example.com?x https://App.example.com
          https://app.example.com:443 https://u:canary@app.example.com https://exämple.com
          ftp://app.example.com file:///x https://a.example, https://a.example;https://b.example
          https://a.example,https://b.example/`),
      ],
      /takes origins .*https:\/\/app\.example\.com.*entry [12] is none$/,
    ],
    ['AUTH_SECRET', ['canary', 'canary'.repeat(5)], /32 characters/],
    ['DEMO', ['no', 'OFF', '0'], /on or off/],
    ['MCP', ['yes', 'ON', '1'], /on or off/],
    [
      'SECURITY_CONTACT',
      ['a@example.com', 'mailto:', 'http://example.com', 'https://', 'mailto:a@b\nExpires: x'],
      /mailto: or https:/,
    ],
    [
      'SUPPORT_CONTACT',
      ['help@example.com', 'tel:', 'tel:1 2', 'javascript:alert(1)', 'http://example.com'],
      /mailto:, tel: or https:/,
    ],
    [
      'WEBHOOK_ALLOWED_RANGES',
      [
        '10.0.0.0/8 11.0.0.0/8',
        ...words(`all 10.0.0.1 10.0.0.7/8 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.1/16 010.0.0.0/8
          fd12::1/64 fd12::/129 fe80::%eth0/64 10.0.0.0/8,`),
      ],
      /CIDR ranges/,
    ],
    ['LOG_LEVEL', ['loud', 'INFO'], /fatal, error, warn/],
    ['METRICS_PORT', ['-1', '65536', 'on', '4000'], /0 to 65535|another port than PORT/],
  ])('rejects invalid values of %s with $2 and without passwords', (name, values, accepted) => {
    for (const value of values) {
      const lines = problems({ [name]: value })
      expect(lines, value).toHaveLength(1)
      expect(lines[0]).toMatch(accepted)
      expect(lines[0]?.startsWith(`${name}: takes `), lines[0]).toBe(true)
      expect(lines[0]).not.toContain('canary')
    }
  })

  test('rejects unknown variables of its prefix by name, with the problems of the others', () => {
    const allowed = { orangery_x: '', MY_ORANGERY_: '' }
    const unknown = { ORANGERY_PORT: '5000', ORANGERY_TURBO: 'canary', ...allowed }
    expect(problems({ ...unknown, PORT: 'x' })).toEqual([
      expect.stringMatching(/^PORT: takes/),
      'ORANGERY_PORT: is not known: no setting begins with ORANGERY_; the variable is PORT',
      'ORANGERY_TURBO: is not known: no setting begins with ORANGERY_',
    ])
    expect(problems({ ORANGERY_EMPTY: '' })).toHaveLength(1)
  })

  test('takes the variables of the guide for partners and of its samples', () => {
    const names = ['docs/guide/first-request.md', 'docs/guide/samples/sync.ts']
      .flatMap((file) => readFileSync(file, 'utf8').match(/\bORANGERY_\w+/g) ?? [])
      .map((name) => [name, 'x'])
    expect(Object.keys(Object.fromEntries(names)).sort()).toEqual(['ORANGERY_KEY', 'ORANGERY_URL'])
    expect(readConfig(Object.fromEntries(names))).toMatchObject({ port: 4000 })
  })
})
