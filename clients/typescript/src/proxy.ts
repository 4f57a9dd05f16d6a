import { OrangeryError } from './errors.ts'

/** A proxy that the environment names, and the variable that names it. */
interface Proxy {
  readonly variable: string
  readonly uri: string
}

type Init = Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect' | 'signal'>

/** The part of the package `undici` that is used here. */
interface Undici {
  readonly ProxyAgent: new (options: { uri: string; proxyTunnel: boolean }) => object
  readonly fetch: (url: string, init: Init & { dispatcher: object }) => Promise<Response>
}

// A name that bundlers do not follow: the package is optional, and browsers have no use for it.
const UNDICI: string = 'undici'
const agents = new Map<string, object>()

/**
 * Sends a request as `fetch` does, through the proxy that the environment names for its address. Node's own `fetch`
 * passes by this proxy, and a request does not do that without a word.
 */
export async function sendByProxy(request: Request): Promise<Response> {
  const proxy = proxyFor(new URL(request.url))
  if (!proxy) return fetch(request)
  const { ProxyAgent, fetch: send } = await importUndici(proxy)
  const agent = agents.get(proxy.uri) ?? new ProxyAgent({ uri: proxy.uri, proxyTunnel: false })
  agents.set(proxy.uri, agent)
  // Its `fetch` takes no `Request` of another implementation.
  const { url, method, redirect, signal } = request
  const headers = Object.fromEntries(request.headers)
  const body = request.body && (await request.text())
  return send(url, { method, headers, body, redirect, signal, dispatcher: agent })
}

async function importUndici({ variable }: Proxy): Promise<Undici> {
  try {
    return await import(/* @vite-ignore */ /* webpackIgnore: true */ UNDICI)
  } catch {
    throw new OrangeryError(
      `${variable} is set, and fetch of Node passes by that proxy: install undici (npm i undici@7), or give the option fetch.`,
    )
  }
}

function proxyFor(url: URL): Proxy | undefined {
  if (typeof process !== 'object' || !process.versions?.node || isKeptToByFetch()) return
  const name = `${url.protocol.slice(0, -1)}_proxy`
  const proxy = read(name)
  // A server sets HTTP_PROXY for a CGI program by what a client sends.
  if (!proxy || (proxy.variable === 'HTTP_PROXY' && 'REQUEST_METHOD' in process.env)) return
  if (isExcepted(url, read('no_proxy')?.value ?? '')) return
  const uri = proxy.value.includes('://') ? proxy.value : `http://${proxy.value}`
  if (!URL.canParse(uri))
    throw new OrangeryError(
      `${proxy.variable} takes the address of a proxy, such as http://proxy.example:3128.`,
    )
  return { variable: proxy.variable, uri }
}

/** The variable in lower case comes first, also where it is empty. */
function read(name: string): { variable: string; value: string } | undefined {
  const variable = process.env[name] === undefined ? name.toUpperCase() : name
  const value = process.env[variable]?.trim()
  return value ? { variable, value } : undefined
}

/** Whether NO_PROXY names the host, with or without its port, or a domain above it. */
function isExcepted({ protocol, hostname, port }: URL, list: string): boolean {
  const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const name = entry.replace(/^\*?\.+/, '')
      return name === '*' || [hostname, host].some((each) => `.${each}`.endsWith(`.${name}`))
    })
}

/** Newer releases of Node have a `fetch` that keeps to the proxy, if they are told to. */
function isKeptToByFetch(): boolean {
  const flag = '--use-env-proxy'
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env
  const isAsked =
    NODE_USE_ENV_PROXY === '1' || process.execArgv.includes(flag) || NODE_OPTIONS.includes(flag)
  return isAsked && process.allowedNodeEnvironmentFlags.has(flag)
}
