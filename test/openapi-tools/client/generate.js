import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { headLine } from './current.js'

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const folder = new URL('../../../clients/typescript/src/generated/', import.meta.url)

// A 64-bit number that is not bounded by 2^53 is a bigint: as a number it would be rounded.
const transform = ({ type, format, maximum }) =>
  type === 'integer' && format === 'int64' && maximum === undefined
    ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword)
    : undefined

// The client sends the version by itself.
document.components.parameters.Version.required = false

const types = await openapiTS(document, { transform })
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('paths.ts', folder), headLine() + astToString(types))
