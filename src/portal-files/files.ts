import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file of the portal, as it is sent. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  readonly br: Buffer | undefined
}

export interface Portal {
  /** Empty where the portal is not built. */
  readonly page: string
  /** By the name that the build gave, which changes with the contents. */
  readonly assets: ReadonlyMap<string, Asset>
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads what the build left in a folder, once: it is small, and no request waits for a disk. */
export function loadPortal(folder: string): Portal {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return { page: '', assets: new Map() }
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => extname(name) in TYPES)
  return {
    page: readFileSync(page, 'utf8'),
    assets: new Map(names.map((name) => [name, readAsset(join(assets, name))])),
  }
}

function readAsset(file: string): Asset {
  const packed = (ending: string) =>
    existsSync(file + ending) ? readFileSync(file + ending) : undefined
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    gzip: packed('.gz'),
    br: packed('.br'),
  }
}
