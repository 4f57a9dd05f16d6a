import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONCERNED } from './concerned-tests.ts'
import { type Change, findChanges } from './sites.ts'

/** A change of a file of the tree. */
export interface Mutant extends Change {
  readonly file: string
  readonly line: number
  /** The changed lines, as they are and as the mutant has them. */
  readonly before: string
  readonly after: string
}

/**
 * Draws mutants of a tree by a seed. A mutant has its place by its own text, so another tree gives the same
 * ones as far as its source is the same.
 */
export function drawMutants(tree: string, count: number, seed: string): Mutant[] {
  const all = CONCERNED.flatMap(({ folder }) => filesIn(tree, folder)).flatMap((file) =>
    mutantsOf(file, readFileSync(join(tree, file), 'utf8')),
  )
  const ordered = rankByText(all, seed)
  return ordered.slice(0, count)
}

function filesIn(tree: string, folder: string): string[] {
  return readdirSync(join(tree, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/generated|print-/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

/** Every mutant of one file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  return findChanges(file, source).map((change) => {
    const from = source.lastIndexOf('\n', change.start - 1) + 1
    const until = source.indexOf('\n', change.end)
    const to = until === -1 ? source.length : until
    const after =
      source.slice(from, change.start) + change.replacement + source.slice(change.end, to)
    const line = source.slice(0, change.start).split('\n').length
    return { ...change, file, line, before: source.slice(from, to), after }
  })
}

/** Mutants in an order that their file, their text and the seed give. */
export function rankByText(mutants: readonly Mutant[], seed: string): Mutant[] {
  const seen = new Map<string, number>()
  const ranked = mutants.map((mutant) => {
    const text = [mutant.file, mutant.operator, mutant.before, mutant.after].join('\n')
    const earlier = seen.get(text) ?? 0
    seen.set(text, earlier + 1)
    const rank = createHash('sha256').update(`${seed}\n${earlier}\n${text}`).digest('hex')
    return { rank, mutant }
  })
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant)
}
