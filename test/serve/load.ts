import { Agent, get, type RequestOptions } from 'node:http'

/** The results of clients with kept-alive connections, until they were stopped. */
export interface Met {
  readonly served: number
  readonly failures: readonly string[]
}

/** Runs clients that ask these paths one after another, each on one connection. Returns what stops them. */
export function startClients(
  url: string,
  paths: readonly string[],
  clients: number,
  headers: Record<string, string> = {},
) {
  const failures: string[] = []
  let served = 0
  let stopping = false
  const run = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = number; !stopping; turn++) {
      const failure = await ask({ agent, headers }, `${url}${paths[turn % paths.length]}`)
      if (failure === undefined) served++
      else failures.push(failure)
      // Some clients pause: their connections are idle for a moment.
      await new Promise((resolve) => setTimeout(resolve, number % 2 === 0 ? 1 : 40))
    }
    agent.destroy()
  }
  const running = Array.from({ length: clients }, (_, number) => run(number))
  return async (): Promise<Met> => {
    stopping = true
    await Promise.all(running)
    return { served, failures }
  }
}

function ask(options: RequestOptions, url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = get(url, options, (response) => {
      response.resume()
      response.on('end', () => {
        resolve(response.statusCode === 200 ? undefined : `${url}: ${response.statusCode}`)
      })
      response.on('error', (error) => resolve(`${url}: ${error.message}`))
    })
    call.on('error', (error) => resolve(`${url}: ${error.message}`))
  })
}
