import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
const { version }: { readonly version: string } = JSON.parse(manifest)

/** The version of this release, the same wherever the gateway names one. */
export const RELEASE = version
