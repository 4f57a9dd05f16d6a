// For `node --import`: says at the end of the process whether GraphQL had its checks of development. Loaded earlier,
// GraphQL would have another mode than the program gives it.
import { createRequire } from 'node:module'

const ofAnotherModule = { [Symbol.toStringTag]: 'GraphQLSchema' }

process.on('exit', () => {
  const { isSchema } = createRequire(import.meta.url)('graphql')
  let mode = 'production'
  try {
    isSchema(ofAnotherModule)
  } catch {
    mode = 'development'
  }
  console.log(`graphql: ${mode}`)
})
