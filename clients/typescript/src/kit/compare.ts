import type { Asset } from '../types.ts'
import type { Finding } from './kit.ts'

/** An asset as the mirror program has printed it. */
export type Printed = Readonly<Record<string, unknown>> & Pick<Asset, 'registry_id' | 'updated_at'>

const SHOWN = 3

/** Compares a mirror with the list of the gateway. `mayHaveMore`: the mirror may have assets that are gone. */
export function compare(
  mirror: readonly Printed[],
  listed: readonly Asset[],
  mayHaveMore = false,
): Finding[] {
  const held = new Map(mirror.map((asset) => [asset.registry_id, asset]))
  const known = new Map(listed.map((asset) => [asset.registry_id, asset]))
  const twice = mirror.filter((asset) => held.get(asset.registry_id) !== asset)
  const extra = mirror.filter(({ registry_id }) => !known.has(registry_id))
  const missing = listed.filter(({ registry_id }) => !held.has(registry_id))
  const pairs = listed.flatMap((asset) => {
    const mine = held.get(asset.registry_id)
    return mine ? [{ asset, mine }] : []
  })
  const findings = [
    say('has %s twice', twice),
    say('lacks %s', missing),
    ...(mayHaveMore ? [] : [say('keeps %s that the gateway no longer shows', extra)]),
    ...(mayHaveMore ? [] : sayStates(pairs)),
  ]
  return findings.filter((finding) => finding !== null)
}

type Pair = { readonly asset: Asset; readonly mine: Printed }

function sayStates(pairs: readonly Pair[]): (Finding | null)[] {
  const stale = pairs.filter(({ asset, mine }) => asset.updated_at !== mine.updated_at)
  const current = pairs.filter(({ asset, mine }) => asset.updated_at === mine.updated_at)
  const kept = withMembers(current, ({ asset }, name) => !(name in asset))
  const other = withMembers(current, ({ asset, mine }, name) => {
    return name in asset && !isEqual(mine[name], Reflect.get(asset, name))
  })
  return [
    say(
      'has another state of %s',
      stale.map(({ mine }) => mine),
    ),
    sayMembers('keeps members that the grant no longer shows', kept),
    sayMembers('has other values', other),
  ]
}

function withMembers(pairs: readonly Pair[], isWrong: (pair: Pair, name: string) => boolean) {
  return pairs.flatMap((pair) => {
    const names = Object.keys(pair.mine).filter((name) => isWrong(pair, name))
    return names.length > 0 ? [{ asset: pair.mine, names }] : []
  })
}

function say(text: string, assets: readonly { readonly registry_id: string }[]): Finding | null {
  if (assets.length === 0) return null
  const count = `${assets.length} ${assets.length === 1 ? 'asset' : 'assets'}`
  return `${text.replace('%s', count)}: ${namesOf(assets)}`
}

function sayMembers(
  text: string,
  wrong: readonly { readonly asset: Printed; readonly names: readonly string[] }[],
): Finding | null {
  if (wrong.length === 0) return null
  const names = [...new Set(wrong.flatMap((each) => each.names))].sort().join(', ')
  return `${text} (${names}): ${namesOf(wrong.map(({ asset }) => asset))}`
}

function namesOf(assets: readonly { readonly registry_id: string }[]): string {
  const names = assets.slice(0, SHOWN).map(({ registry_id }) => registry_id)
  return assets.length > SHOWN ? `${names.join(', ')}, …` : names.join(', ')
}

// The links in an included list say how it was asked for.
function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (name, member: unknown) => {
    if (name === 'links') return undefined
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
