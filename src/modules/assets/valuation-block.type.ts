import { builder } from '../../schema/builder.ts'
import { type Money, MoneyType, moneyOrNull } from '../../schema/money.type.ts'
import { formatInstant } from '../../values/instant.ts'
import type { Asset } from './asset.type.ts'

interface Valuation {
  readonly id: string
  readonly marketValue: Money | null
  readonly purchasePrice: Money | null
  readonly insuranceValue: Money | null
  readonly valuedAt: string | null
}

export const ValuationType = builder.objectRef<Valuation>('AssetValuation').implement({
  description: 'The values of the asset.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    marketValue: t.expose('marketValue', {
      description: 'The present value.',
      type: MoneyType,
      nullable: true,
    }),
    purchasePrice: t.expose('purchasePrice', {
      description: 'What was paid for it.',
      type: MoneyType,
      nullable: true,
    }),
    insuranceValue: t.expose('insuranceValue', {
      description: 'What it is insured for.',
      type: MoneyType,
      nullable: true,
    }),
    valuedAt: t.expose('valuedAt', {
      description: 'The instant of the market value.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

/** The members of the block. */
export function toValuation({ row, access: { currency } }: Asset): Valuation {
  return {
    id: `${row.id}:valuation`,
    marketValue: moneyOrNull(row.market_value, currency),
    purchasePrice: moneyOrNull(row.purchase_price, currency),
    insuranceValue: moneyOrNull(row.insurance_value, currency),
    valuedAt: row.valued_at ? formatInstant(row.valued_at) : null,
  }
}

/** The text of the block. */
export function valuationText({ row, access: { currency } }: Asset): string {
  return JSON.stringify({
    market_value: moneyOrNull(row.market_value, currency),
    purchase_price: moneyOrNull(row.purchase_price, currency),
    insurance_value: moneyOrNull(row.insurance_value, currency),
    valued_at: row.valued_at ? formatInstant(row.valued_at) : null,
  })
}
