import { assetListBodySchema } from './generated/kubb/zod/assetListBodySchema.ts'
import { schemas } from './generated/openapi-zod-client.ts'
import type { AcceptsPage } from './partner.ts'

/** The verdict of each generator of zod schemas on a page of assets. */
export const SCHEMAS: Readonly<Record<string, AcceptsPage>> = {
  'openapi-zod-client': (page) => schemas.AssetListBody.safeParse(page).success,
  kubb: (page) => assetListBodySchema.safeParse(page).success,
}
