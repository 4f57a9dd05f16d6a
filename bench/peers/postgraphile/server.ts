import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// A value of an enum, portfolio:read, is no name in GraphQL: PostGraphile would leave out types for it.
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

// The whole schema as PostGraphile's own defaults expose it. The role it connects as sees, by row
// security, the rows of the client that a header names: no keys, grants, scopes or quotas.
const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [enumNames],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL ?? '',
      schemas: ['public'],
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
