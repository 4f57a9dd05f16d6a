import { MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AssetBlocks } from '../../src/portal/client/portfolio/asset-blocks.tsx'
import { assetRow } from '../../src/portal/client/portfolio/asset-row.ts'
import { EXPORTED_ASSET, OWN_ASSET } from './full-asset.ts'

const IDS = ['detail.collections.id', 'documents.nodes.id', 'estate.shareLinks.id']

test('the page of an asset shows every field but those of its head', () => {
  const unread = unreadIn(OWN_ASSET, (asset) =>
    render(createElement(AssetBlocks, { asset, readers: null })),
  )
  expect(unread).toEqual(['registryId', ...IDS].sort())
})

// The fields that say how far a list has been read.
const OF_LISTS = [
  ...['documents.totalCount', 'valuations.totalCount', 'valuations.nodes.id'],
  ...['valuations.pageInfo.endCursor', 'valuations.pageInfo.hasNextPage'],
]

test('the CSV file has every field but ids and repeated currencies', () => {
  const currencies = [
    'valuation.purchasePrice',
    'valuation.insuranceValue',
    'valuations.nodes.value',
  ]
  const leftOut = currencies.map((name) => `${name}.currency`)
  expect(unreadIn(EXPORTED_ASSET, assetRow)).toEqual([...IDS, ...OF_LISTS, ...leftOut].sort())
})

function render(element: ReactElement): string {
  return renderToStaticMarkup(createElement(MantineProvider, null, element))
}

function unreadIn<Asset extends object>(asset: Asset, show: (asset: Asset) => unknown): string[] {
  const read = new Set<string>()
  show(recorded(asset, '', read))
  return [...new Set(leavesOf(asset, ''))].filter((path) => !read.has(path)).sort()
}

/** The same value. Its members are noted when they are read; items of a list count as members of the list. */
function recorded<Value extends object>(value: Value, above: string, read: Set<string>): Value {
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver)
      const path = pathOf(value, above, String(key))
      read.add(path)
      return typeof found === 'object' && found !== null ? recorded(found, path, read) : found
    },
  })
}

function leavesOf(value: object, above: string): string[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const path = pathOf(value, above, key)
    return typeof each === 'object' && each !== null ? leavesOf(each, path) : [path]
  })
}

function pathOf(value: object, above: string, key: string): string {
  if (Array.isArray(value)) return above
  return above === '' ? key : `${above}.${key}`
}
