import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ERROR_CODES, GatewayError } from '../../src/errors.ts'
import { SOURCES } from './source-syntax.ts'

const STATUSES_BY_TYPE: Readonly<Record<string, readonly number[]>> = {
  invalid_request_error: [400, 405, 406, 408, 409, 413, 415, 431],
  authentication_error: [401],
  authorization_error: [403],
  not_found: [404],
  rate_limit_error: [429],
  api_error: [500, 503],
}

const sources = SOURCES.filter((file) => file.endsWith('.ts')).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))

describe('each code', () => {
  test.each(ERROR_CODES)('%s has the type of its status', (code) => {
    const { status, type } = new GatewayError(code, 'x')
    expect(STATUSES_BY_TYPE[type]).toContain(status)
  })

  test.each(ERROR_CODES)('%s is one that something throws', (code) => {
    const list = sources.find(({ file }) => file === 'src/errors.ts')?.text ?? ''
    const own = list.replace(/const ERRORS = \{[\s\S]*?\n\} as const/, '')
    const others = sources.filter(({ file }) => file !== 'src/errors.ts').map(({ text }) => text)
    expect([own, ...others].some((text) => text.includes(`'${code}'`))).toBe(true)
  })
})

test('the codes of the interface are all there', () => {
  const published = [
    ...['missing_parameter', 'invalid_parameter', 'unknown_parameter', 'missing_version'],
    ...['invalid_version', 'unsupported_version', 'missing_api_key', 'invalid_api_key'],
    ...['revoked_api_key', 'expired_api_key', 'no_active_grant', 'grant_revoked', 'grant_expired'],
    ...['insufficient_scope', 'asset_not_in_grant', 'ip_not_allowed', 'enterprise_plan_required'],
    ...['asset_not_found', 'route_not_found', 'method_not_allowed', 'rate_limit_exceeded'],
    ...['internal_error', 'service_unavailable'],
  ]
  expect(ERROR_CODES).toEqual(expect.arrayContaining(published))
})
