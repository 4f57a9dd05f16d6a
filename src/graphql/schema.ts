import { filterSchema } from '@graphql-tools/utils'
import { builder, type Context } from '../schema/builder.ts'
import { withBlockLeaves } from './plugins/use-block-leaves.ts'
// Each of these files is loaded by no other one of the list.
import '../schema/scalars.ts'
import '../modules/portfolio/portfolio.query.ts'
import '../modules/changes/changes.query.ts'
import '../modules/portfolio/portfolio.assets.ts'
import '../modules/portfolio/summary.type.ts'
import '../modules/portfolio/portfolio-totals.query.ts'
import '../modules/valuations/valuation.type.ts'
import '../modules/valuations/value-history.type.ts'
import '../modules/valuations/values-at.type.ts'
import '../modules/documents/expiring.type.ts'
import '../modules/plants/plant.type.ts'
import '../modules/consents/consent-request.type.ts'
import '../modules/links/connection-link.mutations.ts'
import '../modules/links/link-list.mutation.ts'
import '../modules/clients/firm-clients.query.ts'
import '../modules/consents/consent.type.ts'
import '../modules/consents/connection.query.ts'
import '../modules/notices/receipt.type.ts'
import '../modules/grants/ended-grants.query.ts'
import '../modules/consents/consent-terms.type.ts'
import '../modules/grants/grant.mutations.ts'
import '../modules/consents/preview.type.ts'
import '../modules/consents/grant-choices.type.ts'
import '../modules/tokens/token.type.ts'
import '../modules/keys/key-list.query.ts'
import '../modules/consents/agreement.mutations.ts'
import '../modules/firms/firm-identity.type.ts'
import '../modules/people/mail-settings.type.ts'
import '../modules/staff/staff-search.type.ts'
import '../modules/staff/person-account.mutations.ts'
import '../modules/staff/person-records.type.ts'
import '../modules/usage/busiest.type.ts'
import '../modules/usage/read-log.type.ts'
import '../modules/usage/firm-log.query.ts'
import '../modules/usage/error.type.ts'
import '../modules/webhooks/webhook.mutations.ts'
import '../modules/sandbox/sandbox.mutation.ts'
import '../modules/figures/platform-figures.query.ts'
import '../modules/figures/portfolio-figures.query.ts'
import { defaultFieldResolver, type GraphQLSchema, getNullableType } from 'graphql'

// The schema of the builder has fields with the extension `isOwn`, which only the façade's own operations select.
const whole = completeRootFields(builder.toSchema())

export const schema = filterSchema({
  schema: whole,
  objectFieldFilter: (_type, _name, { extensions }) => extensions?.isOwn !== true,
  typeFilter: (name) => name !== 'Block',
})

/** The schema that the façade's own operations and most documents of callers run on: each block of an asset is a leaf. */
export const executionSchema = withBlockLeaves(whole)

// Makes every root field nullable. A field that fails is null and has an error, and the results of the other fields are
// still sent. Mutation fields run as timed changes: the time limit of the request ends them.
function completeRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      field.type = getNullableType(field.type)
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, context: Context, info) =>
      context.changes.run(() => resolve(parent, args, context, info))
  }
  return schema
}
