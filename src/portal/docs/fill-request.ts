import { type Call, sendRead, type Value } from './send-read.ts'

/** The values with `client_id` and `registry_id` of what the key can read, where they are empty. */
export async function fillRequest(values: readonly Value[], call: Call): Promise<readonly Value[]> {
  const wants = (name: string) => values.some((each) => each.name === name && each.value === '')
  const clientId = wants('client_id')
    ? await firstOf('/api/v1/me?page_size=1', 'client_id', call)
    : (values.find(({ name }) => name === 'client_id')?.value ?? '')
  const assets = `/api/v1/assets?client_id=${encodeURIComponent(clientId)}&page_size=1`
  const registryId =
    wants('registry_id') && clientId !== '' ? await firstOf(assets, 'registry_id', call) : ''
  const found: Readonly<Record<string, string>> = { client_id: clientId, registry_id: registryId }
  return values.map((each) => ({ ...each, value: each.value || (found[each.name] ?? '') }))
}

/** A member of the first entry of a list; empty if there is none. */
async function firstOf(path: string, member: string, call: Call): Promise<string> {
  const reply = await sendRead(path, call)
  const data: unknown = memberOf(reply?.json, 'data')
  const value = memberOf(Array.isArray(data) ? data[0] : undefined, member)
  return typeof value === 'string' ? value : ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
