/** The fields of an asset, by the scope that shows them. A preview of an asset has the same fields. */
export const ASSET = {
  registry: 'id registryId title category quantity createdAt updatedAt',
  valuation: 'valuation valuations',
  detail: 'detail',
  category_detail: 'categoryDetail',
  documentation: 'documentation documents',
  estate: 'estate',
  verification: 'verification',
}
