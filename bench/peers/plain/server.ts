import { createServer } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { useSofa } from 'sofa-api'
import { authenticate } from './access.ts'
import type { Context } from './builder.ts'
import { schema } from './schema.ts'

// One schema, written as the documentation of the libraries recommends, behind two servers: GraphQL
// Yoga at /graphql, and the REST interface that Sofa derives from the schema at /api.

const context = async ({ request }: { request: Request }): Promise<Context> => {
  return { key: await authenticate(request.headers.get('authorization')), scopes: new Set() }
}

const yoga = createYoga({ schema, context, graphiql: false })
const sofa = useSofa({ schema, basePath: '/api', context })

createServer((request, response) => {
  const handler = request.url?.startsWith('/api') ? sofa : yoga
  handler(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
