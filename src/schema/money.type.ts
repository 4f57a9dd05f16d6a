import { CURRENCY, narrower } from '../values/json.ts'
import { formatMoney } from '../values/numbers.ts'
import { builder } from './builder.ts'

/** An amount in the form of the API, in the portfolio's currency. */
interface Money {
  readonly amount: string
  readonly currency: string
}

export const MoneyType = builder.objectRef<Money>('Money').implement({
  description: 'An exact amount with its ISO 4217 currency.',
  fields: (t) => ({
    amount: t.expose('amount', {
      description: 'With at least two decimal places.',
      type: 'Decimal',
    }),
    currency: t.exposeString('currency', {
      description: 'The ISO 4217 code, such as USD.',
      ...narrower(CURRENCY),
    }),
  }),
})

export function toMoney(amount: string, currency: string): Money {
  return { amount: formatMoney(amount), currency }
}

export function moneyOrNull(amount: string | null | undefined, currency: string): Money | null {
  return amount == null ? null : toMoney(amount, currency)
}
