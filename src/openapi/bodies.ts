import type { DocumentNode } from 'graphql'
import { schema } from '../graphql/schema.ts'
import { restTypeOf } from '../rest/key.routes.ts'
import {
  AssetDocument,
  AssetDocumentsDocument,
  AssetsDocument,
  AssetValuationsDocument,
  ChangesDocument,
  ConnectionDocument,
  EndedGrantsDocument,
  MeDocument,
  PortfolioSummaryDocument,
} from '../rest/operations/generated/graphql.ts'
import { requireMember, SCHEMAS } from './fixed-parts.ts'
import { object, present, type Schema, type Schemas } from './interface.ts'
import { Selections } from './selection.ts'

/** The schemas of all bodies and of their parts, by name. */
export function bodySchemas(): Schemas {
  const selections = new Selections(schema)
  const portfolio = portfolioSchemas(selections)
  const derived: Record<string, Schema> = {
    ...portfolio,
    ...selections.named,
    ChangeType: changeTypes(selections),
  }
  for (const [name, members] of Object.entries(SCHEMAS.additions))
    derived[name] = withAdditions(name, requireMember(derived, name), members)
  const fixed = Object.entries(SCHEMAS.schemas).map(([name, { members, optional, ...about }]) => [
    name,
    { ...about, ...object(members, optional) },
  ])
  return { ...derived, ...Object.fromEntries(fixed) }
}

function portfolioSchemas(selections: Selections): Schemas {
  const asset = selections.at(AssetDocument, 'registry', 'portfolio', 'asset')
  const valuation = ['portfolio', 'asset', 'valuations', 'nodes']
  const documents = ['portfolio', 'asset', 'documents']
  const grant = selections.at(AssetDocument, null, 'portfolio', 'grant')
  const change = selections.at(ChangesDocument, null, 'changes', 'nodes')
  return {
    Grant: grant,
    Change: withAbsent(change, ['reason', 'effect', 'deletion_requested']),
    ...meSchemas(selections),
    Connection: withAbsent(selections.at(ConnectionDocument, null, 'connection'), [
      'client_id',
      'grant',
    ]),
    Asset: asset,
    Sync: selections.at(AssetsDocument, 'registry', 'portfolio', 'assets', 'sync'),
    Valuation: selections.at(AssetValuationsDocument, 'registry', ...valuation),
    Document: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'nodes'),
    Completeness: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'completeness'),
    Summary: summarySchema(selections),
  }
}

// A key always has an environment and a firm, which are null for other callers of GraphQL.
function meSchemas(selections: Selections): Schemas {
  const membersAt = (document: DocumentNode, ...path: string[]) =>
    selections.at(document, null, ...path).properties ?? {}
  const key = Object.entries(membersAt(MeDocument, 'viewer'))
  const grant = membersAt(MeDocument, 'portfolios', 'nodes', 'grant')
  const { name = {} } = membersAt(MeDocument, 'portfolios', 'nodes', 'client')
  const { client_id = {}, ...ended } = membersAt(EndedGrantsDocument, 'endedGrants', 'nodes')
  const ofEnded = Object.keys(ended).filter((name) => !(name in grant))
  return {
    Key: object(Object.fromEntries(key.map(([name, member]) => [name, present(member)]))),
    // A grant that has ended does not show the name of its client.
    ClientGrant: object({ client_id, name, ...ended, ...grant }, ['name', ...ofEnded]),
  }
}

// The names have a point, which GraphQL does not allow.
function changeTypes({ named }: Selections): Schema {
  const { 'x-extensible-enum': known = [], ...type } = requireMember(named, 'ChangeType')
  const names = known.map((name) => restTypeOf(String(name)))
  return { ...type, pattern: '^[a-z][a-z0-9_.]{0,63}$', 'x-extensible-enum': names }
}

// The object with these members at its end, each of them absent where it would be null.
function withAbsent({ properties = {}, ...about }: Schema, names: readonly string[]): Schema {
  const always = Object.entries(properties).filter(([name]) => !names.includes(name))
  const optional = names.map((name) => [name, present(requireMember(properties, name))])
  return { ...about, ...object(Object.fromEntries([...always, ...optional]), names) }
}

function summarySchema(selections: Selections): Schema {
  // The selections are separate: the other fields of the portfolio are not in the body, so their types must not be
  // added to the named schemas.
  const portfolio = new Selections(schema).at(PortfolioSummaryDocument, 'registry', 'portfolio')
  const summary = selections.at(PortfolioSummaryDocument, 'registry', 'portfolio', 'summary')
  const { currency = {} } = portfolio.properties ?? {}
  const { properties = {}, required = [] } = summary
  // The additions describe it.
  const client_id = requireMember(SCHEMAS.scalars, 'ID')
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return object({ client_id, currency, ...properties }, optional)
}

function withAdditions(name: string, of: Schema, members: Schemas): Schema {
  const properties = { ...of.properties }
  for (const [member, addition] of Object.entries(members)) {
    // An addition without a schema describes a member.
    if (!properties[member] && !addition.$ref) throw new Error(`${name} has no member ${member}`)
    properties[member] = { ...properties[member], ...addition }
  }
  return { ...of, properties }
}
