import type { Dependencies } from '../../src/app.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { testGateway } from '../support/gateway.ts'

/** A gateway, and what makes its limits forget all that they have counted. */
export function recountingGateway(config?: Partial<Dependencies['config']>) {
  let quota = createMemoryQuota()
  const spend: typeof quota.spend = (...given) => quota.spend(...given)
  const refund: typeof quota.refund = (...given) => quota.refund(...given)
  const gateway = testGateway({ quota: { spend, refund }, ...(config && { config }) })
  const countAnew = () => {
    quota = createMemoryQuota()
  }
  return { gateway, countAnew }
}
