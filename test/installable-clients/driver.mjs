// Runs one call of the installed package, and prints what came of it as JSON.
import { inspect } from 'node:util'
import {
  digestOf,
  MemoryStore,
  Mirrors,
  Orangery,
  PlantStore,
  verifyWebhook,
} from 'orangery-client'

const {
  call,
  client_id,
  url,
  key,
  token,
  options = {},
  arguments: given,
} = JSON.parse(process.argv[2])
const names = { timeout_seconds: 'timeoutSeconds', longest_wait_seconds: 'longestWaitSeconds' }
const settings = Object.fromEntries(
  Object.entries(options).map(([name, value]) => [names[name] ?? name, value]),
)
let orangery

const calls = {
  async assets(query) {
    const assets = []
    for await (const asset of orangery.assets(client_id, query)) assets.push(asset)
    return { ids: assets.map(({ registry_id }) => registry_id), digest: await digestOf(assets) }
  },
  awaited: async (query) => ({ ids: idsOf(await orangery.assets(client_id, query)) }),
  async awaitedThenWalked(query) {
    const list = orangery.assets(client_id, query)
    const ids = idsOf(await list)
    for await (const asset of list) ids.push(asset.registry_id)
    return { ids }
  },
  async path() {
    const { data } = await orangery.api.GET('/api/v1/me')
    return { isOne: data.data.length === 1 && data.data[0].client_id === client_id }
  },
  asset: ({ registry_id }) => orangery.asset(client_id, registry_id),
  summary: (query) => orangery.summary(query.client_id ?? client_id),
  async mirror() {
    const mirrors = new Mirrors(orangery, new MemoryStore())
    for await (const { state } of mirrors.syncAll()) {
      const { assets } = await mirrors.read(client_id)
      return { state, ids: Object.keys(assets).sort() }
    }
  },
  shown: () => ({ shown: [inspect(orangery, { depth: 9 }), JSON.stringify(orangery)] }),
  quoting() {
    const send = async ({ headers }) => {
      throw new TypeError(`"${headers.get('Authorization')}" is an invalid header value.`)
    }
    return new Orangery({ url, key, ...settings, fetch: send }).summary(client_id)
  },
  async follow() {
    const { next_cursor } = await orangery.changes()
    console.error('listening')
    for await (const { data } of orangery.follow(next_cursor))
      for (const { type } of data) return { type }
  },
  async plants({ ids }) {
    const store = new PlantStore({ url, token, ...settings })
    for (const id of ids) await store.create(BigInt(id), `Plant ${id}`, 'fern')
    const plants = await store.list()
    for (const id of ids) await store.delete(BigInt(id))
    return { ids: plants.map(({ name }) => name.slice(6)), left: (await store.list()).length }
  },
  webhooks: ({ cases }) => Promise.all(cases.map(checkForms)),
}

const idsOf = ({ data }) => data.map(({ registry_id }) => registry_id)

// Every form of the headers and of the body gives the same.
async function checkForms({ secret, headers, body, now }) {
  const bytes = Buffer.from(body, 'base64')
  const forms = [bytes, bytes.toString(), new Uint8Array(bytes).buffer]
  // `Headers` takes bytes alone.
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace(/[^\0-\xff]/g, '\xff'),
  ])
  const given = forms.flatMap((form) => [
    [headers, form],
    [new Headers(entries), form],
  ])
  const results = given.map(([all, form]) =>
    verifyWebhook(secret, all, form, { now: now * 1000 }).then(
      ({ type }) => type,
      (error) => `${error.name}: ${error.message}`,
    ),
  )
  return [...new Set(await Promise.all(results))].join()
}

async function run() {
  try {
    orangery = new Orangery({ url, key, ...settings })
    return await calls[call](given ?? {})
  } catch (error) {
    const { name, status, code, request_id, help, message } = error
    return { error: { class: name, status, code, request_id, help, message } }
  }
}

console.log(JSON.stringify(await run()))
