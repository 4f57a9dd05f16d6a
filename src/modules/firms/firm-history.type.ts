import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { AuditEventList, eventArgs, listEvents } from '../audit/audit.type.ts'
import { requireClient } from '../people/client.ts'
import { requireFirm } from './firm.reads.ts'
import { FirmType } from './firm.type.ts'

builder.objectField(FirmType, 'auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    authScopes: { person: true },
    description: 'Newest first.',
    args: eventArgs(t.arg),
    resolve: (firm, args, context) => listEvents('firmId', firm, args, context),
  }),
)

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    authScopes: { person: true },
    description:
      "The events of a firm, for its members; or, without one, those of the caller's own portfolio. Staff see both of anyone. Newest first.",
    args: {
      firmId: t.arg.id({ description: 'The firm whose events they are.' }),
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...eventArgs(t.arg),
    },
    resolve: async (_root, { firmId, clientId, ...args }, context) => {
      if (firmId != null && clientId != null)
        throw new GatewayError('invalid_parameter', 'Send firmId or clientId, not both.')
      const loaders = new PageLoaders()
      if (firmId == null) {
        const id = await requireClient(clientId, context)
        return listEvents('clientId', { id, loaders }, args, context)
      }
      const { id } = await requireFirm(context.database.prisma, requirePerson(context), firmId)
      return listEvents('firmId', { id, loaders }, args, context)
    },
  }),
)
