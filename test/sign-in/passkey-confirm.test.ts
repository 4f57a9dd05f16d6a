import { beforeEach, expect, test } from 'vitest'
import type { Authenticator, Lie } from '../support/authenticator.ts'
import { type Browser, codeOf } from '../support/browser.ts'
import { call, ORIGIN, withPasskey } from './passkey.fixtures.ts'
import { recountingGateway } from './recounting.fixtures.ts'

const { gateway, countAnew } = recountingGateway({ cacheMb: 0, publicUrl: ORIGIN })
const { prisma } = gateway.database
const LONG_AGO = new Date(Date.now() - 20 * 60_000)
let person: Awaited<ReturnType<typeof withPasskey>>['person']
let browser: Browser
let device: Authenticator

beforeEach(async () => {
  countAnew()
  ;({ person, browser, device } = await withPasskey(gateway))
  await prisma.session.updateMany({ where: who(), data: { checkedAt: LONG_AGO } })
})

function who() {
  return { userId: person.userId }
}

async function confirm(by = device, lie: Lie = {}, from = browser) {
  const { json } = await call(from, 'confirm/passkey/options')
  return call(from, 'confirm/passkey', { response: by.sign(json, lie) })
}

const isConfirmed = async () => {
  const [session] = await prisma.session.findMany({ where: who() })
  return session !== undefined && session.checkedAt > LONG_AGO
}

test('confirming with a passkey renews the check of this session, begins no other, and is recorded', async () => {
  const reply = await confirm()
  expect([reply.status, reply.json]).toEqual([200, { status: true }])
  expect(reply.headers.getSetCookie()).toEqual([])
  expect(await isConfirmed()).toBe(true)
  expect(await prisma.session.count({ where: who() })).toBe(1)
  expect((await prisma.passkey.findFirst({ where: who() }))?.lastUsedAt).not.toBeNull()
  const events = await prisma.auditEvent.findMany({ where: { action: 'person.confirmed' } })
  const own = events.filter(({ subject }) => subject === person.userId)
  expect(own).toMatchObject([{ details: { by: 'passkey' } }])
  // It is recorded after the response.
  const signIns = () => prisma.signInEvent.findMany({ where: { ...who(), action: 'confirm' } })
  await expect.poll(signIns).toMatchObject([{ outcome: 'ok' }])
})

test('confirming with a passkey names the passkeys of this person alone', async () => {
  const other = await withPasskey(gateway)
  const { json } = await call(browser, 'confirm/passkey/options')
  expect(json.userVerification).toBe('required')
  const ids = json.allowCredentials.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([device.id.toString('base64url')])
  expect(ids).not.toContain(other.device.id.toString('base64url'))
})

test('confirming with a passkey is refused with the passkey of another person, who is not signed in by it', async () => {
  const other = await withPasskey(gateway)
  const sessions = await prisma.session.count()
  const reply = await confirm(other.device)
  expect(codeOf(reply)).toBe('invalid_credentials')
  expect(reply.headers.getSetCookie()).toEqual([])
  expect(await isConfirmed()).toBe(false)
  expect(await prisma.session.count()).toBe(sessions)
})

test('confirming with a passkey is refused with a signature that was used, and after the passkey was removed', async () => {
  const { json } = await call(browser, 'confirm/passkey/options')
  const cookies = new Map(browser.cookies)
  const body = { response: device.sign(json) }
  expect((await call(browser, 'confirm/passkey', body)).status).toBe(200)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect(codeOf(await call(browser, 'confirm/passkey', body))).toBe('invalid_credentials')
  await prisma.passkey.deleteMany({ where: who() })
  expect(codeOf(await confirm())).toBe('invalid_credentials')
})

test('confirming with a passkey counts with the other attempts: five wrong ones a minute', async () => {
  for (const { verifiesUser } of [{ verifiesUser: false }, { verifiesUser: false }])
    expect(codeOf(await confirm(device, { verifiesUser }))).toBe('invalid_credentials')
  for (const password of ['wrong 1', 'wrong 2', 'wrong 3'])
    expect(codeOf(await call(browser, 'confirm', { password }))).toBe('invalid_credentials')
  expect(codeOf(await confirm())).toBe('rate_limit_exceeded')
  expect(await isConfirmed()).toBe(false)
})
