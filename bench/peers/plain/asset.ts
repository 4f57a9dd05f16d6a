import {
  DetailBlock,
  DocumentationBlock,
  EstateBlock,
  ValuationBlock,
  VerificationBlock,
} from './blocks.ts'
import { builder } from './builder.ts'
import { Category } from './generated/prisma/client.ts'

const CategoryEnum = builder.enumType('Category', { values: Object.values(Category) })

/** An asset, with one member for each scope. */
export const Asset = builder.prismaObject('Asset', {
  fields: (t) => ({
    id: t.exposeID('id'),
    registryId: t.exposeID('registryId'),
    title: t.exposeString('title'),
    category: t.expose('category', { type: CategoryEnum }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    valuation: t.variant(ValuationBlock, { authScopes: { scope: 'valuation' } }),
    detail: t.variant(DetailBlock, { authScopes: { scope: 'detail' } }),
    categoryDetail: t.expose('categoryDetail', {
      type: 'JSON',
      authScopes: { scope: 'category_detail' },
    }),
    documentation: t.variant(DocumentationBlock, { authScopes: { scope: 'documentation' } }),
    estate: t.variant(EstateBlock, { authScopes: { scope: 'estate' } }),
    verification: t.variant(VerificationBlock, { authScopes: { scope: 'verification' } }),
  }),
})
