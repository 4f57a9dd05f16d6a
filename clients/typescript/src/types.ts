import type { components, operations } from './generated/paths.ts'

type Schemas = components['schemas']
type Query<Operation extends keyof operations> = NonNullable<
  operations[Operation]['parameters']['query']
>

export type Asset = Schemas['Asset']
export type AssetPage = Schemas['AssetListBody']
export type Change = Schemas['Change']
export type ChangesPage = Schemas['ChangesBody']
export type ClientGrant = Schemas['ClientGrant']
export type Connection = Schemas['ConnectionBody']['data']
export type Documents = Schemas['DocumentListBody']
export type Grant = Schemas['Grant']
export type MePage = Schemas['MeBody']
export type Plant = Schemas['Plant']
export type Summary = Schemas['Summary']
export type Valuation = Schemas['Valuation']
export type ValuationPage = Schemas['ValuationListBody']

/** The parameters of a list of assets, apart from the place in it. */
export type AssetQuery = Omit<Query<'listAssets'>, 'client_id' | 'cursor' | 'page'>
export type ValuationQuery = Omit<Query<'listValuations'>, 'client_id' | 'cursor' | 'page'>
export type ChangesQuery = Query<'listChanges'>
export type MeQuery = Omit<Query<'getMe'>, 'cursor' | 'page'>
export type Include = NonNullable<AssetQuery['include']>
