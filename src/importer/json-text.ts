import { parse } from 'lossless-json'

/** A name or a value in a JSON text: its path, and the offset at which it begins. */
interface Token {
  readonly kind: 'name' | 'value'
  /** The path of the value, or of the value that belongs to the name. Only valid until the next token. */
  readonly path: readonly PropertyKey[]
  readonly at: number
}

const LITERAL = /[^\s,:[\]{}"]+/y
const BETWEEN = /[\s,:\]}]/

/** The offset of the closing quote of a string. `opening` is the offset of its first quote. */
export function closingQuote(text: string, opening: number): number {
  let quote = opening
  let escapes: number
  do {
    quote = text.indexOf('"', quote + 1)
    escapes = 0
    while (text[quote - 1 - escapes] === '\\') escapes += 1
  } while (escapes % 2 === 1)
  return quote
}

/** The offset of the value at each of these paths, if the text has it. The text must be valid JSON. */
export function findValues(text: string, paths: readonly (readonly PropertyKey[])[]) {
  const deepest = Math.max(0, ...paths.map((path) => path.length))
  const keys = paths.map(keyOf)
  const wanted = new Set(keys)
  const found = new Map<string, number>()
  for (const { kind, path, at } of tokens(text)) {
    if (kind === 'name' || path.length > deepest) continue
    const key = keyOf(path)
    if (wanted.has(key)) found.set(key, at)
  }
  return keys.map((key) => found.get(key))
}

/** The path of the first repeated member of an object. The text must be valid JSON. */
export function findRepeated(text: string): PropertyKey[] | null {
  const names: Set<PropertyKey>[] = []
  for (const { kind, path, at } of tokens(text)) {
    if (kind === 'value') {
      if (text[at] === '{') names[path.length + 1] = new Set()
      continue
    }
    const [name = ''] = path.slice(-1)
    if (names[path.length]?.has(name)) return [...path]
    names[path.length]?.add(name)
  }
  return null
}

/** The offset of the first syntax error in a JSON text, or null. The rest of the parser's message quotes the text. */
export function findSyntaxError(text: string): number | null {
  try {
    parse(text)
    return null
  } catch (error) {
    const [, at] = /at position (\d+)\D*$/.exec(String(error)) ?? []
    return at === undefined ? null : Number(at)
  }
}

function* tokens(text: string): Generator<Token> {
  const open = new OpenContainers()
  const { path } = open
  let at = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    const end = endOfToken(text, at)
    if (character === '"' && open.namesNext) {
      open.name(JSON.parse(text.slice(at, end)))
      yield { kind: 'name', path, at }
    } else if (!BETWEEN.test(character)) {
      yield { kind: 'value', path, at }
    }
    open.pass(character)
    at = end
  }
}

/** The objects and lists around a token. Does not use recursion, because the nesting has no limit except the length. */
class OpenContainers {
  /** The path of the next value. Its last step is a number in a list, and a text in an object. */
  readonly path: PropertyKey[] = []
  namesNext = false

  name(name: string): void {
    this.path[this.path.length - 1] = name
    this.namesNext = false
  }

  pass(character: string): void {
    if (character === '{' || character === '[') {
      this.path.push(character === '[' ? 0 : '')
      this.namesNext = character === '{'
    } else if (character === '}' || character === ']') {
      this.path.pop()
      this.namesNext = false
    } else if (character === ',') {
      const step = this.path.at(-1)
      if (typeof step === 'number') this.path[this.path.length - 1] = step + 1
      this.namesNext = typeof step === 'string'
    }
  }
}

function endOfToken(text: string, at: number): number {
  if (text[at] === '"') return closingQuote(text, at) + 1
  LITERAL.lastIndex = at
  return LITERAL.test(text) ? LITERAL.lastIndex : at + 1
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path)
}
