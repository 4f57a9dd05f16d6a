import { builder } from '../schema/builder.ts'
import '../schema/scalars.ts'
import '../modules/viewer/viewer.type.ts'
import '../modules/portfolio/portfolio.query.ts'
import '../modules/portfolio/portfolio.assets.ts'
import '../modules/portfolio/summary.type.ts'
import '../modules/valuations/valuation.type.ts'
import '../modules/documents/document.type.ts'
import '../modules/plants/plant.type.ts'

builder.queryType()
builder.mutationType()

/** The whole schema: every module has put its types on the builder. */
export const schema = builder.toSchema()
