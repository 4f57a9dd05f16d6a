import type { ObjectRef } from '@pothos/core'
import { builder } from '../../schema/builder.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { AuditEventList, eventArgs, listEvents } from './audit.type.ts'

type Types = typeof builder.$inferSchemaTypes

interface Subject {
  readonly id: string
  readonly loaders: PageLoaders
}

/** Adds the field `auditEvents` to a type. The rows of the type must be subjects of events. */
export function addHistory<Of extends Subject>(
  type: ObjectRef<Types, Of, Of>,
  description: string,
): void {
  builder.objectField(type, 'auditEvents', (t) =>
    t.field({
      type: AuditEventList,
      description,
      args: eventArgs(t.arg),
      resolve: (subject, args, context) => listEvents('subject', subject, args, context),
    }),
  )
}
