import type { TestGateway } from '../support/gateway.ts'

/** The requests of one client application, and how it sends them. */
export class Traffic {
  readonly requests: Request[] = []
  readonly #gateway: TestGateway
  readonly #credential: Readonly<Record<string, string>>

  constructor(gateway: TestGateway, credential: Readonly<Record<string, string>>) {
    this.#gateway = gateway
    this.#credential = credential
  }

  get url(): string {
    return `${this.#gateway.url()}/graphql`
  }

  readonly fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init)
    for (const [name, value] of Object.entries(this.#credential)) request.headers.set(name, value)
    this.requests.push(request.clone())
    return fetch(request)
  }

  /** The value that the action returns, and the number of requests that it took. */
  async count<Value>(action: () => Promise<Value>): Promise<[Value, number]> {
    const before = this.requests.length
    return [await action(), this.requests.length - before]
  }
}
