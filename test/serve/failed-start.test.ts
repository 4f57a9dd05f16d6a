import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newDataDir, newFolder, removeFolders } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
import { type Ended, GatewayProcess } from './process.ts'

const dataDir = newDataDir()
const running = new Set<GatewayProcess>()

function start(environment: Record<string, string>): GatewayProcess {
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, ...environment })
  running.add(gateway)
  void gateway.ended.then(() => running.delete(gateway))
  return gateway
}

afterEach(async () => {
  for (const gateway of running) await gateway.stop('SIGKILL')
})

afterAll(removeFolders)

describe('a gateway that cannot start', () => {
  const oneLine = ({ code, err }: Ended) => ({ code, lines: err.trimEnd().split('\n') })

  test('because its port is in use reports this in one line, and leaves no database server behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const ended = oneLine(await start({ PORT: port }).ended)
    other.close()
    expect(ended).toEqual({
      code: 1,
      lines: [expect.stringMatching(`127.0.0.1:${port}.*EADDRINUSE.*PORT`)],
    })
    expect(serverPid(dataDir)).toBeUndefined()
  })

  test('because its data folder belongs to something else says so, and not that it is unexpected', async () => {
    const DATA_DIR = newFolder()
    writeFileSync(join(DATA_DIR, 'notes.txt'), '')
    const ended = oneLine(await start({ DATA_DIR }).ended)
    expect(ended).toEqual({
      code: 1,
      lines: [expect.stringMatching(`^error: ${DATA_DIR} is neither empty nor`)],
    })
  })
})
