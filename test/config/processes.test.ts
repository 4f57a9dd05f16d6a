import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { problems } from './problems.ts'

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
