import { expect, test, vi } from 'vitest'
import { serviceUnavailable } from '../../../src/errors.ts'
import { HeavyWork } from '../../../src/load/heavy-work.ts'
import { codeOf } from '../../graphql/portal/fixtures.ts'
import { testGateway } from '../../support/gateway.ts'
import { askScenario, run, sandboxOf } from './fixtures.ts'

const gateway = testGateway()

test('a scenario waits for its turn of heavy work, and writes nothing where no place is left', async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  const count = () => gateway.database.prisma.asset.count({ where: { clientId } })
  const before = await count()
  const enter = vi.spyOn(HeavyWork.prototype, 'enter').mockRejectedValueOnce(serviceUnavailable())
  const refused = await askScenario(gateway, { key: secret }, 'name: asset_appears, seed: 1')
  expect(codeOf(refused)).toBe('service_unavailable')
  expect(await count()).toBe(before)
  await run(gateway, secret, 'asset_appears', 1)
  expect(enter).toHaveBeenCalledTimes(2)
  expect(await count()).toBe(before + 1)
  enter.mockRestore()
})
