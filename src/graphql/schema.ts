import { builder } from '../schema/builder.ts'
import '../schema/scalars.ts'
import '../modules/viewer/viewer.type.ts'
import '../modules/portfolio/portfolio.query.ts'
import '../modules/portfolio/portfolio.assets.ts'
import '../modules/portfolio/summary.type.ts'
import '../modules/valuations/valuation.type.ts'
import '../modules/documents/document.type.ts'
import '../modules/plants/plant.type.ts'
import '../modules/people/person.type.ts'
import '../modules/keys/api-key.mutations.ts'
import '../modules/grants/partner-grant.query.ts'
import '../modules/connections/connection.type.ts'
import '../modules/connections/connection.mutations.ts'
import '../modules/connections/grant.mutations.ts'
import '../modules/connections/preview.type.ts'
import '../modules/connections/choices.type.ts'
import '../modules/tokens/token.type.ts'
import '../modules/audit/history.type.ts'
import '../modules/usage/usage.query.ts'
import '../modules/usage/read-log.type.ts'

builder.queryType()
builder.mutationType()

/** The whole schema: every module has put its types on the builder. */
export const schema = builder.toSchema()
