import type { GatewaySettings, PrismaClient } from '../generated/prisma/client.ts'

/** The settings of a gateway that commands need, because they may run in another environment. */
type Settings = Pick<GatewaySettings, 'address' | 'sendsMail'>

export async function storeGatewaySettings(prisma: PrismaClient, settings: Settings) {
  await prisma.gatewaySettings.upsert({
    where: { id: 1 },
    create: { id: 1, ...settings },
    update: settings,
  })
}

/** The settings of the gateway that started last. Null: none has started on this database. */
export function readGatewaySettings(prisma: PrismaClient): Promise<Settings | null> {
  return prisma.gatewaySettings.findUnique({ where: { id: 1 } })
}
