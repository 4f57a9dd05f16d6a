import { startEmbedded } from '../../src/database/embedded/server.ts'

// A process of its own that uses an embedded server until it is told to stop, or is killed.
// Ctrl-C does not end it at once, as it does not end the gateway, which drains first.
process.on('SIGINT', () => {})
const server = await startEmbedded(process.argv[2] ?? '')
process.on('message', async () => {
  await server.release()
  process.disconnect()
})
process.send?.({ adopted: server.adopted, connection: server.connection })
