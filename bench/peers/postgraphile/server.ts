import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// Some enum values (portfolio:read) are not valid GraphQL names; PostGraphile would omit their types.
const enumNames: GraphileConfig.Plugin = {
  name: 'EnumNames',
  inflection: {
    replace: {
      enumValue(previous, _options, value, codec) {
        return previous?.(value, codec).replace(/\W/g, '_') ?? value
      },
    },
  },
}

// The tables of the peers with PostGraphile's defaults. Row security restricts its role to the rows of the
// client that a request header names. It has no keys, grants, scopes or quotas.
const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [enumNames],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL ?? '',
      schemas: ['peers'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
  grafast: {
    context: ({ node }) => ({
      pgSettings: { 'bench.client_id': String(node?.req.headers['x-client-id'] ?? '') },
    }),
  },
}

const server = createServer()
server.on('error', (error) => {
  throw error
})
const serv = postgraphile(preset).createServ(grafserv)
await serv.addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
