import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { problems } from './problems.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example:4318/'

test('the variables of traces are those of OpenTelemetry', () => {
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b%3D%2C, Authorization = Bearer x==',
    OTEL_SERVICE_NAME: 'gateway 7',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(traces).toEqual({
    endpoint: 'https://collector.example:4318',
    headers: { 'X-Key': 'a b=,', Authorization: 'Bearer x==' },
    serviceName: 'gateway 7',
    ratio: 0.25,
  })
})

test('the variables of traces have defaults, and nothing is traced without an endpoint', () => {
  const usual = { headers: {}, serviceName: 'orangery', ratio: 1 }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toMatchObject(usual)
  expect(readConfig({ OTEL_SERVICE_NAME: 'x' }).traces).toBeUndefined()
})

test.each([
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    [
      ...['collector:4318', 'grpc://collector:4317', 'http://u:canary@collector:4318'],
      ...['http://collector:4318?key=canary', 'http://collector:4318/v1/traces'],
    ],
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    ['canary', '=canary', 'a b=canary', 'x=%zzcanary', 'x=%0d%0acanary', 'x=%ffcanary', 'x=1,'],
  ],
  ['OTEL_SERVICE_NAME', ['canary'.repeat(50)]],
  ['OTEL_TRACES_SAMPLER_ARG', ['1.1', '-1', '.5', '50%', 'canary']],
])('the variables of traces %s rejects what is not valid, without its value', (name, values) => {
  for (const value of values) {
    const lines = problems({ [name]: value })
    expect(lines, value).toEqual([expect.stringMatching(new RegExp(`^${name}: takes `))])
    expect(lines[0]).not.toContain('canary')
  }
})

test('the variables of traces that the gateway does not know stop a start that traces, and no other', () => {
  const other = { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'canary', OTEL_TRACES_SAMPLER: 'always_off' }
  expect(problems(other)).toEqual([])
  const lines = problems({ ...other, OTEL_EXPORTER_OTLP_ENDPOINT })
  expect(lines.map((line) => line.split(':')[0])).toEqual(Object.keys(other))
  expect(lines[0]).toMatch(/is not known; of OTEL_ there are OTEL_EXPORTER_OTLP_ENDPOINT, /)
  expect(lines.join()).not.toContain('canary')
})

describe('the number of processes', () => {
  test('accepts several workers only with REDIS_URL', () => {
    const REDIS_URL = 'redis://cache'
    expect(readConfig({ WEB_CONCURRENCY: '4', REDIS_URL })).toMatchObject({ workers: 4 })
    expect(problems({ WEB_CONCURRENCY: '4' })).toEqual([
      'WEB_CONCURRENCY: needs REDIS_URL for more than 1, because the workers count requests together',
    ])
  })

  test('takes the processes of all machines to be those of this one, by default', () => {
    const WEB_CONCURRENCY = '4'
    const workers = { WEB_CONCURRENCY, REDIS_URL: 'redis://cache' }
    expect(readConfig(workers)).toMatchObject({ processes: 4 })
    expect(readConfig({ ...workers, GATEWAY_PROCESSES: '8' })).toMatchObject({ processes: 8 })
    expect(problems({ ...workers, GATEWAY_PROCESSES: '3' })).toEqual([
      'GATEWAY_PROCESSES: takes the processes of all machines, at least WEB_CONCURRENCY',
    ])
  })

  test('accepts as many connections as the embedded database has, and on another server more', () => {
    const workers = { WEB_CONCURRENCY: '4', REDIS_URL: 'redis://cache' }
    const tooMany = [
      expect.stringMatching(/^DATABASE_POOL: takes at most 44 .*needs DATABASE_URL$/),
    ]
    expect(problems({ ...workers, DATABASE_POOL: '11' })).toEqual([])
    expect(problems({ ...workers, DATABASE_POOL: '12' })).toEqual(tooMany)
    expect(problems({ DATABASE_POOL: '45' })).toEqual(tooMany)
    const DATABASE_URL = 'postgres://u@db/x'
    expect(problems({ ...workers, DATABASE_URL, DATABASE_POOL: '200' })).toEqual([])
  })
})
