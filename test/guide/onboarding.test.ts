import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateKey } from '../../src/modules/keys/api-key.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'
import { describeEach, endOf, newMirrorFolder, SAMPLES, startOnboarding } from './samples.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
const CLIENTS = Array.from({ length: 40 }, (_, i) => {
  return { reference: `K-${i}`, email: `client-${i}@example.com` }
})
const BUSY = { code: 'rate_limit_exceeded', retry_after: 0 }
const FAULTS: Readonly<Record<number, Fault>> = {
  ...{ 0: '503', 3: 'cut', 5: 'reset', 8: '429', 11: 'cut' },
  14: { status: 200, body: JSON.stringify({ errors: [{ message: 'busy', extensions: BUSY }] }) },
}

describeEach(SAMPLES, 'beside $name', (sample) => {
  test('the onboarding makes one link for each client of a list, whatever is lost and whenever it is stopped', async () => {
    const { id: keyId, secret: key } = await keyWith(database)
    await updateKey(operator(prisma), { keyId, createsLinks: true })
    let killAt = 25
    const proxy = await startFaultyProxy(gateway.url(), (number) => {
      if (number === killAt) running.kill('SIGKILL')
      return FAULTS[number]
    })
    const folder = newMirrorFolder()
    const [list, made] = [join(folder, 'clients.json'), join(folder, 'links.ndjson')]
    const mirrored = { url: proxy.url, key, folder }
    const start = (clients: readonly object[], purpose = 'A report') => {
      writeFileSync(list, JSON.stringify(clients))
      return startOnboarding(sample, mirrored, [list, made, 'registry,valuation', purpose])
    }
    const links = () => prisma.connectionLink.findMany({ where: { keyId } })
    const linesOf = () => JSON.parse(`[${readFileSync(made, 'utf8').trim().split('\n')}]`)
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

    for (const wrong of [{ reference: 'K-0' }, { reference: 'K-9', name: 'A' }, { reference: 7 }])
      expect((await endOf(start([...CLIENTS, wrong]))).code).toBe(1)
    expect(await links()).toEqual([])
    let running = start(CLIENTS)
    await endOf(running)
    const early = (await links()).length
    expect(early).toBeGreaterThan(5)
    expect(early).toBeLessThan(40)
    killAt = -1
    // The line that was being written.
    writeFileSync(made, '{"reference":"K-', { flag: 'a' })
    running = start(CLIENTS)
    const whole = await endOf(running)
    expect(whole).toMatchObject({ code: 0, err: '', out: expect.stringContaining('20 of 40') })
    const stored = await links()
    expect([stored.length, new Set(stored.map(({ email }) => email)).size]).toEqual([40, 40])
    const lines = linesOf()
    expect(idsOf(lines)).toEqual(idsOf(stored))
    expect(lines[0].url).toMatch(`${proxy.url}/connect/${lines[0].id}.`)

    const grant = await grantWith(database, keyId, await clientWith(database, []))
    await prisma.grant.updateMany({ where: { id: grant.id }, data: { reference: 'K-7' } })
    const again = await endOf(start([...CLIENTS, { reference: 'K-40', email: 'nobody' }]))
    expect(again.out).toContain('40 of 41 have a link or have given access. Access given: 1')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('K-40: invalid_parameter')])

    const common = await endOf(start(CLIENTS.slice(0, 7), ' '))
    expect(common.err).toMatch(/^K-0: (.+)\nK-1: \1\nK-2: \1\nThe first three clients failed for/)
    expect([common.code, idsOf(await links())]).toEqual([1, idsOf(stored)])
    const moved = { reference: 'K-0', email: 'moved@example.com' }
    expect((await endOf(start([moved, ...CLIENTS.slice(1)]))).code).toBe(0)
    const open = (await links()).filter(({ revokedAt }) => revokedAt === null)
    expect(idsOf(open)).toEqual(idsOf(linesOf()))
    expect(open.map(({ email }) => email)).toContain(moved.email)
    const others = await keyWith(database)
    await updateKey(operator(prisma), { keyId: others.id, createsLinks: true })
    mirrored.key = others.secret
    expect((await endOf(start(CLIENTS.slice(0, 3)))).code).toBe(0)
    expect(await prisma.connectionLink.count({ where: { keyId: others.id } })).toBe(3)
    writeFileSync(made, '7\n')
    const damaged = await endOf(start(CLIENTS))
    expect(damaged.err).toBe(`Line 1 of ${made} is not a link of this program.\n`)
    proxy.close()
  })
})
