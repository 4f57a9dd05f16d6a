import { builder } from '../../schema/builder.ts'
import { RemovedMemberType } from '../firms/member.mutations.ts'
import { ApiKeyType, findApiKey } from './api-key.type.ts'

builder.objectField(RemovedMemberType, 'keys', (t) =>
  t.field({
    type: [ApiKeyType],
    description:
      'The live keys of the firm whose secret the person was shown. They keep working: roll or revoke them.',
    resolve: ({ keyIds }, _args, context) =>
      Promise.all(keyIds.map((id) => findApiKey(id, context))),
  }),
)
