import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { testGateway } from '../support/gateway.ts'

const counts = createMemoryQuota()
let leave = () => {}
const quota = {
  ...counts,
  spend: (...of: Parameters<typeof counts.spend>) => {
    leave()
    return counts.spend(...of)
  },
}
const gateway = testGateway({ quota })

test('a client that leaves in the moment of its error is logged with no status of a response', async () => {
  const started = (message: unknown) => {
    const { response } = message as { response: ServerResponse }
    leave = () => void response.req.socket.destroy()
  }
  subscribe('http.server.request.start', started)
  await expect(gateway.request('/nope')).rejects.toThrow()
  unsubscribe('http.server.request.start', started)
  await expect.poll(() => gateway.log.join('')).toContain('"status":499')
})
