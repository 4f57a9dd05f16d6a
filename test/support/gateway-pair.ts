import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { type OpenQuota, openQuota } from '../../src/load/open-quota.ts'
import { UsageRecorder } from '../../src/modules/usage/usage.recorder.ts'

/**
 * How many gateways a test has: one, or, in `npm run test:pair`, two with caches and memory of their own over
 * one database and one Redis. Requests go to them in turn.
 */
export const GATEWAYS = Number(process.env.TEST_GATEWAYS ?? 1)

/** Opens what each gateway of a test counts in: Redis, under keys of this test, or its memory. */
export async function openCounting(log: Logger): Promise<OpenQuota[]> {
  const redisUrl = GATEWAYS > 1 ? process.env.TEST_REDIS_URL : undefined
  if (GATEWAYS > 1 && !redisUrl) throw new Error('TEST_GATEWAYS needs TEST_REDIS_URL')
  const hashKey = randomBytes(16).toString('hex')
  const open = () => openQuota({ redisUrl, processes: GATEWAYS, hashKey, log })
  return Promise.all(Array.from({ length: GATEWAYS }, open))
}

/** The recorder of the first gateway, which flushes those of the others too. */
export class UsageOfAll extends UsageRecorder {
  readonly all: readonly UsageRecorder[]

  constructor(options: ConstructorParameters<typeof UsageRecorder>[0]) {
    super(options)
    const others = Array.from({ length: GATEWAYS - 1 }, () => new UsageRecorder(options))
    this.all = [this, ...others]
  }

  override async flush(): Promise<void> {
    const [, ...others] = this.all
    await super.flush()
    for (const other of others) await other.flush()
  }
}
