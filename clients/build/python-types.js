// Writes the types of the package for Python from openapi.json: a TypedDict for each object.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'clients', 'python', 'orangery_client', 'types.py')
const HEAD = `"""The objects that the gateway answers with. \`npm run generate\` writes this file from openapi.json."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict
`
// Sent to the gateway, or raised as errors.
const OTHERS = ['NewPlant', 'Error', 'PlantError']
const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }

const { schemas } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')).components
const definitions = []
for (const [name, schema] of Object.entries(schemas))
  if (!OTHERS.includes(name)) define(name, schema)
writeFileSync(OUT, [HEAD, ...definitions].join('\n'))

function define(name, { description, ...schema }) {
  if (!schema.properties) {
    definitions.push(`${name} = ${typeOf(schema, name)}\n`)
    return
  }
  const members = Object.entries(schema.properties).map(([member, of]) => ({
    isRequired: schema.required?.includes(member) ?? false,
    // The classes of its objects come first.
    line: `    ${member}: ${typeOf(of, name + pascalCase(member))}`,
  }))
  const always = linesOf(members, true)
  const sometimes = linesOf(members, false)
  const documented = description ? [`    """${description}"""`, ''] : []
  // Python 3.9 knows no NotRequired.
  if (sometimes.length === 0) return add(name, 'TypedDict', [...documented, ...always])
  if (always.length > 0) add(`_${name}`, 'TypedDict', always)
  const base = always.length > 0 ? `_${name}` : 'TypedDict'
  add(name, `${base}, total=False`, [...documented, ...sometimes])
}

function add(name, bases, lines) {
  definitions.push(`\nclass ${name}(${bases}):\n${lines.join('\n')}\n`)
}

function linesOf(members, isRequired) {
  return members.filter((member) => member.isRequired === isRequired).map(({ line }) => line)
}

/** The type of a schema. An object of its own gets the name of its place. */
function typeOf({ $ref, type, enum: values, anyOf, oneOf, items, ...schema }, place) {
  if ($ref) return $ref.split('/').at(-1)
  const either = anyOf ?? oneOf
  if (either?.at(-1).type === 'null') return `Optional[${typeOf(either[0], place)}]`
  if (Array.isArray(type)) {
    const [only] = type.filter((each) => each !== 'null')
    return `Optional[${typeOf({ type: only, enum: values, items, ...schema }, place)}]`
  }
  if (values) return `Literal[${values.map((value) => `'${value}'`).join(', ')}]`
  if (type === 'array') return `List[${typeOf(items, place)}]`
  if (schema.properties) {
    define(place, schema)
    return place
  }
  if (type === 'object') return `Dict[str, ${entryTypeOf(schema, place)}]`
  const scalar = SCALARS[type]
  if (!scalar) throw new Error(`${place} has a schema of another form.`)
  return scalar
}

function entryTypeOf({ additionalProperties: values }, place) {
  return values && values !== true ? typeOf(values, place) : 'Any'
}

function pascalCase(name) {
  return name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
}
