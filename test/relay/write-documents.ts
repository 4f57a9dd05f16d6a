import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, isObjectType } from 'graphql'
import { objectType, selectAll } from '../contract/full-selection.ts'
import { selectBelowRoot } from '../contract/root-selection.ts'
import { ROOTS, VARIABLES } from './roots.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const IN_PORTFOLIO = {
  'Portfolio.asset': '(registryId: $registryId)',
  'GrantChoices.assetsExcept': '(grantId: $grantId, registryId: $registryId)',
}
export const SIZED = {
  'Asset.valuations': '(first: 10)',
  'Asset.documents': '(first: 10)',
  'AssetVerification.scans': '',
}

/** Writes documents that ask for every field of the schema, for the compiler. */
export function main(): number {
  const members = Object.entries(ROOTS).map(([name, field]) => member(name, rootOf(field)))
  const text = [
    "import { graphql } from 'relay-runtime'\n",
    `export const EVERY_FIELD = {\n${[...members, member('pages', pages())].join('')}}\n`,
  ].join('\n')
  mkdirSync('test/relay/generated', { recursive: true })
  writeFileSync('test/relay/generated/every.ts', text)
  writeFileSync('test/relay/generated/app.ts', ofGuide())
  writeFileSync('test/relay/generated/connections.ts', connections())
  return 0
}

/** A fragment for each connection of the schema, which gives it all of its arguments, by type and field. */
function connections(): string {
  const members = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => /Connection!?$/.test(String(field.type)))
        .map(({ name, args }) => {
          const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
          const list = `${name}(${given}) @connection(key: "${type.name}_${name}")`
          const fragment = `connections_${type.name}_${name} on ${type.name}`
          const text = `fragment ${fragment} { ${list} { edges { node { __typename } } } }`
          return `  '${type.name}.${name}': graphql\`${text}\`,\n`
        }),
    )
  const start = "import { graphql } from 'relay-runtime'\n\n"
  return `${start}export const EVERY_CONNECTION = {\n${members.join('')}}\n`
}

/**
 * The documents that the page on caches shows for Relay, a query and a fragment that is read again, and the query of the
 * page on dashboards, with the name that Relay asks for.
 */
function ofGuide(): string {
  const [, section = ''] = readFileSync('docs/guide/graphql-caches.md', 'utf8').split('## Relay')
  const [list, more] = ['query', 'fragment'].map(
    (kind) => new RegExp(`^ {4}${kind} [^]*?^ {4}}$`, 'm').exec(section)?.[0] ?? '',
  )
  const [, dashboard = ''] =
    /^QUERY='query ([^']+)'/m.exec(readFileSync('docs/guide/dashboards.md', 'utf8')) ?? []
  return [
    "import { graphql } from 'relay-runtime'\n",
    `export const DASHBOARD = graphql\`query appDashboardQuery${dashboard}\``,
    `export const GUIDE_QUERY = graphql\`${list}\``,
    `export const GUIDE_FRAGMENT = graphql\`${more}\`\n`,
  ].join('\n')
}

function member(name: string, selection: string): string {
  const used = [...new Set(selection.match(/\$\w+/g))].map((variable) => variable.slice(1))
  const declared = used.map((variable) => `$${variable}: ${VARIABLES[variable]}`).join(', ')
  const title = `every${name[0]?.toUpperCase()}${name.slice(1)}Query`
  return `  ${name}: graphql\`query ${title}${declared && `(${declared})`} { ${selection} }\`,\n`
}

function rootOf(field: string): string {
  const [name = ''] = field.split('(')
  const type = objectType(schema, 'Query').getFields()[name]?.type
  if (!type) throw new Error(`no root field ${name}`)
  return field + selectBelowRoot(schema, type, IN_PORTFOLIO)
}

function pages(): string {
  const asset = selectAll(objectType(schema, 'Asset'), SIZED)
  return `portfolio(clientId: $clientId) { id assets(first: $first, after: $after)
    @connection(key: "every_assets") {
      totalCount pageInfo { hasNextPage endCursor } edges { node ${asset} } } }`
}
