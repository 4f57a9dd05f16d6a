import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import { Siblings } from '../../schema/siblings.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { FirmType } from '../firms/firm.type.ts'
import { PartnerGrantType } from '../grants/partner-grant.type.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import { requireClient } from '../people/client.ts'
import { requirePerson } from '../people/person.ts'
import { AuditEventList, listEvents } from './audit.type.ts'

builder.objectField(FirmType, 'auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    authScopes: { person: true },
    description: 'Newest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ id, page }, args, context) => listEvents('firm_id', id, page, args, context),
  }),
)

builder.objectField(ApiKeyType, 'auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    description: 'Newest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ row, page }, args, context) => listEvents('subject', row.id, page, args, context),
  }),
)

builder.objectField(PartnerGrantType, 'auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    description: 'Every change, newest first.',
    args: t.arg.connectionArgs(),
    resolve: ({ row, page }, args, context) => listEvents('subject', row.id, page, args, context),
  }),
)

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventList,
    authScopes: { person: true },
    description:
      "The events of a firm, for its members; or, without one, those of the caller's own portfolio. Staff see both of anyone. Newest first.",
    args: {
      firmId: t.arg.id(),
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...t.arg.connectionArgs(),
    },
    resolve: async (_root, { firmId, clientId, ...args }, context) => {
      if (firmId != null && clientId != null)
        throw new GatewayError('invalid_parameter', 'firmId and clientId do not go together.')
      if (firmId == null) {
        const id = await requireClient(clientId, context)
        return listEvents('client_id', id, new Siblings([id]), args, context)
      }
      const { id } = await requireFirm(poolOf(context), requirePerson(context), firmId)
      return listEvents('firm_id', id, new Siblings([id]), args, context)
    },
  }),
)
