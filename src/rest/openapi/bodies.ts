import { schema } from '../../graphql/schema.ts'
import { restTypeOf } from '../changes.route.ts'
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
} from '../operations/generated/graphql.ts'
import { requireMember, SCHEMAS } from './fixed-parts.ts'
import { object, optionalOf, present, propertiesOf, type Schema } from './schema.ts'
import { Selections } from './selection.ts'

// The additions describe it.
const CLIENT_ID = requireMember(SCHEMAS.scalars, 'ID')

/** The schemas of all bodies and of their parts, by name. */
export function bodySchemas(): Record<string, Schema> {
  const selections = new Selections(schema)
  const portfolio = portfolioSchemas(selections)
  const derived: Record<string, Schema> = {
    ...portfolio,
    ...selections.named,
    ChangeType: changeTypes(selections),
  }
  for (const [name, members] of Object.entries(SCHEMAS.additions))
    derived[name] = withAdditions(name, requireMember(derived, name), members)
  return { ...derived, ...SCHEMAS.schemas }
}

function portfolioSchemas(selections: Selections): Record<string, Schema> {
  const asset = selections.at(AssetDocument, 'registry', 'portfolio', 'asset')
  const valuation = ['portfolio', 'asset', 'valuations', 'nodes']
  const documents = ['portfolio', 'asset', 'documents']
  const grant = selections.at(AssetDocument, null, 'portfolio', 'grant')
  return {
    Grant: grant,
    Change: changeSchema(selections),
    ...meSchemas(selections),
    Connection: connectionSchema(selections),
    Asset: asset,
    Sync: selections.at(AssetsDocument, 'registry', 'portfolio', 'assets', 'sync'),
    Valuation: selections.at(AssetValuationsDocument, 'registry', ...valuation),
    Document: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'nodes'),
    Completeness: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'completeness'),
    Summary: summarySchema(selections),
  }
}

// A key always has an environment and a firm, which are null for other callers of GraphQL.
function meSchemas(selections: Selections): Record<string, Schema> {
  const viewer = Object.entries(propertiesOf(selections.at(MeDocument, null, 'viewer')))
  const grant = selections.at(MeDocument, null, 'portfolios', 'nodes', 'grant')
  const { name = {} } = propertiesOf(
    selections.at(MeDocument, null, 'portfolios', 'nodes', 'client'),
  )
  const ended = selections.at(EndedGrantsDocument, null, 'endedGrants', 'nodes')
  const {
    reason = {},
    ended_at = {},
    deletion_requested = {},
    deletion_answer = {},
  } = propertiesOf(ended)
  const ofEnded = { reason, ended_at, deletion_requested, deletion_answer }
  const members = { client_id: CLIENT_ID, name, ...propertiesOf(grant), ...ofEnded }
  return {
    Key: object(Object.fromEntries(viewer.map(([name, member]) => [name, present(member)]))),
    // The name of a client is no longer shown once the grant has ended.
    ClientGrant: object(members, ['name', ...Object.keys(ofEnded)]),
  }
}

// The names have a point, which GraphQL does not allow.
function changeTypes({ named }: Selections): Schema {
  const { 'x-extensible-enum': known, ...type } = requireMember(named, 'ChangeType')
  const names = Array.isArray(known) ? known.map((name) => restTypeOf(String(name))) : []
  return { ...type, pattern: '^[a-z][a-z0-9_.]{0,63}$', 'x-extensible-enum': names }
}

// A reason, an effect and a request for deletion are absent instead of null.
function changeSchema(selections: Selections): Schema {
  const derived = selections.at(ChangesDocument, null, 'changes', 'nodes')
  const { reason = {}, effect = {}, deletion_requested = {}, ...others } = propertiesOf(derived)
  const optional = {
    reason: present(reason),
    effect: present(effect),
    deletion_requested: present(deletion_requested),
  }
  return { ...derived, ...object({ ...others, ...optional }, Object.keys(optional)) }
}

// The members that only an approved connection has are absent otherwise, and not null.
function connectionSchema(selections: Selections): Schema {
  const { description, ...connection } = selections.at(ConnectionDocument, null, 'connection')
  const { client_id = {}, grant = {}, ...always } = propertiesOf(connection)
  const approved = { client_id: present(client_id), grant: present(grant) }
  return { description, ...object({ ...always, ...approved }, Object.keys(approved)) }
}

function summarySchema(selections: Selections): Schema {
  // This uses separate selections: the other fields of the portfolio are not in the body, so their types must not be
  // added to the named schemas.
  const portfolio = new Selections(schema).at(PortfolioSummaryDocument, 'registry', 'portfolio')
  const summary = selections.at(PortfolioSummaryDocument, 'registry', 'portfolio', 'summary')
  const { currency = {} } = propertiesOf(portfolio)
  return object({ client_id: CLIENT_ID, currency, ...propertiesOf(summary) }, optionalOf(summary))
}

function withAdditions(
  name: string,
  of: Schema,
  members: Readonly<Record<string, Schema>>,
): Schema {
  const properties = { ...propertiesOf(of) }
  for (const [member, addition] of Object.entries(members)) {
    // An addition without a schema describes a member.
    if (!properties[member] && !addition.$ref) throw new Error(`${name} has no member ${member}`)
    properties[member] = { ...properties[member], ...addition }
  }
  return { ...of, properties }
}
