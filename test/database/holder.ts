import { startEmbedded } from '../../src/embedded-postgres/server.ts'

// A process that uses an embedded server until it receives a message or is killed. Like the gateway,
// which drains first, it does not end at Ctrl-C.
process.on('SIGINT', () => {})
const server = await startEmbedded(process.argv[2] ?? '')
process.on('message', async () => {
  await server.release()
  process.disconnect()
})
process.send?.({ adopted: server.adopted, connection: server.connection })
