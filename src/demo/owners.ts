import type { Environment } from '../generated/prisma/enums.ts'

/** A client of the demo. All are fictional. The portfolio is the file of this key. */
export interface Owner {
  readonly key: 'ashdown' | 'valcroze' | 'testwell'
  readonly name: string
  readonly email: string
  readonly environment: Environment
  readonly currency: string
}

export const ASHDOWN: Owner = {
  key: 'ashdown',
  name: 'Eleanor Ashdown',
  email: 'eleanor.ashdown@example.com',
  environment: 'production',
  currency: 'USD',
}

export const VALCROZE: Owner = {
  key: 'valcroze',
  name: 'Béatrice Valcroze',
  email: 'beatrice.valcroze@example.com',
  environment: 'production',
  currency: 'CHF',
}

export const TESTWELL: Owner = {
  key: 'testwell',
  name: 'Robin Testwell',
  email: 'robin.testwell@example.com',
  environment: 'sandbox',
  currency: 'USD',
}
