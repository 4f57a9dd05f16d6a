import { afterAll, test } from 'vitest'
import { instantOf } from '../../src/database/clock.ts'
import { readGatewaySettings } from '../../src/database/gateway-settings.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createDeriveSecret } from '../../src/database/server-secret.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { requestTest } from '../../src/modules/webhooks/request-attempt.writes.ts'
import { createEndpoint } from '../../src/modules/webhooks/webhook.writes.ts'
import { createOutbound } from '../../src/outbound/reach.ts'
import { removeFolders } from '../database/data-folder.ts'
import { SECRET } from '../support/gateway.ts'
import { newDemoDir } from './demo-folder.ts'
import { GatewayProcess } from './process.ts'

afterAll(removeFolders)

const RANGES = '127.0.0.1/32'

test.for<[how: string, settings: Record<string, string>]>([
  ['alone', {}],
  ['with a range that names the receiver', { WEBHOOK_ALLOWED_RANGES: RANGES }],
])(
  'a gateway %s tells commands its address, sends what an admin has asked for, and stops',
  { concurrent: true, timeout: 120_000 },
  // With its own `expect`: the common one knows one test at a time.
  async ([_, settings], { expect }) => {
    const { dataDir } = await newDemoDir()
    const environment = { DATA_DIR: dataDir, AUTH_SECRET: SECRET, ...settings }
    const gateway = new GatewayProcess({ PORT: '0', ...environment })
    const address = await gateway.url()
    const database = await openDatabase({ dataDir, poolSize: 1, onError: () => {} })
    const { prisma } = database
    const { id: keyId } = await prisma.apiKey.findFirstOrThrow({ where: { state: 'active' } })
    const now = await instantOf(prisma)
    const how = {
      outbound: createOutbound({ webhookAllowedRanges: [RANGES] }),
      sealKey: createDeriveSecret(SECRET)('webhooks'),
    }
    // Nobody listens on the port.
    const endpoint = { keyId, url: 'https://127.0.0.1:1/', end: { generation: 'x', position: 0n } }
    const { id: endpointId } = await createEndpoint(operator(prisma, now), endpoint, how)
    const id = await requestTest(operator(prisma, now), endpointId)
    const resultOf = async () =>
      (await prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })).result
    const expected = 'WEBHOOK_ALLOWED_RANGES' in settings ? 'connection' : 'refused_address'
    await expect.poll(resultOf, { timeout: 30_000 }).toBe(expected)
    expect(await readGatewaySettings(prisma)).toEqual({ id: 1, address, sendsMail: false })
    await database.close()
    expect((await gateway.stop()).code).toBe(0)
    expect(gateway.out).not.toContain('webhook not delivered')
  },
)
