import { builder } from './builder.ts'

export const ValuationBlock = builder.prismaObject('Asset', {
  variant: 'AssetValuation',
  fields: (t) => ({
    marketValue: t.expose('marketValue', { type: 'Decimal', nullable: true }),
    purchasePrice: t.expose('purchasePrice', { type: 'Decimal', nullable: true }),
    insuranceValue: t.expose('insuranceValue', { type: 'Decimal', nullable: true }),
    valuedAt: t.expose('valuedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const DetailBlock = builder.prismaObject('Asset', {
  variant: 'AssetDetail',
  fields: (t) => ({
    description: t.exposeString('description', { nullable: true }),
    notes: t.exposeString('notes', { nullable: true }),
    seller: t.exposeString('seller', { nullable: true }),
    storageLocation: t.exposeString('storageLocation', { nullable: true }),
    collections: t.relation('collections'),
  }),
})

builder.prismaObject('CollectionItem', {
  fields: (t) => ({ collection: t.relation('collection') }),
})

builder.prismaObject('Collection', {
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

export const DocumentationBlock = builder.prismaObject('Asset', {
  variant: 'AssetDocumentation',
  fields: (t) => ({
    documentCount: t.exposeInt('documentCount'),
    documentTypes: t.exposeStringList('documentTypes'),
  }),
})

export const EstateBlock = builder.prismaObject('Asset', {
  variant: 'AssetEstate',
  fields: (t) => ({
    heirs: t.relation('heirs', { query: { orderBy: { position: 'asc' } } }),
    shareLinks: t.relation('shareLinks', { query: { orderBy: { createdAt: 'asc' } } }),
    readinessScore: t.exposeInt('readinessScore', { nullable: true }),
    readinessGaps: t.exposeStringList('readinessGaps'),
  }),
})

builder.prismaObject('Heir', {
  fields: (t) => ({
    name: t.exposeString('name'),
    relationship: t.exposeString('relationship', { nullable: true }),
    sharePercent: t.float({ resolve: (heir) => heir.sharePercent.toNumber() }),
  }),
})

builder.prismaObject('ShareLink', {
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const VerificationBlock = builder.prismaObject('Asset', {
  variant: 'AssetVerification',
  fields: (t) => ({
    status: t.exposeString('verificationStatus', { nullable: true }),
    riskScore: t.exposeInt('riskScore', { nullable: true }),
    tamperState: t.exposeString('tamperState', { nullable: true }),
    scans: t.relation('scans', { query: { orderBy: { scannedAt: 'desc' }, take: 10 } }),
  }),
})

builder.prismaObject('Scan', {
  fields: (t) => ({
    scannedAt: t.expose('scannedAt', { type: 'DateTime' }),
    method: t.exposeString('method'),
    result: t.exposeString('result'),
  }),
})
