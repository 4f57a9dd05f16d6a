import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERROR_CODES, GatewayError } from '../../src/errors.ts'

const TYPE_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'not_found',
  405: 'invalid_request_error',
  406: 'invalid_request_error',
  408: 'invalid_request_error',
  409: 'invalid_request_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
  431: 'invalid_request_error',
  500: 'api_error',
  503: 'api_error',
}

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !file.includes('/generated/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('each code', () => {
  test.each(ERROR_CODES)('%s has the type of its status', (code) => {
    const { status, type } = new GatewayError(code, 'x')
    expect(type).toBe(TYPE_BY_STATUS[status])
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
