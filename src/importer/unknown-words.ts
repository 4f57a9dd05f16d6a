import { closest } from 'fastest-levenshtein'
import { KNOWN_WORDS, type OpenList } from '../values/known-words.ts'
import type { ImportRecord } from './record-schema.ts'

/** A word of an open list that is not known. It is imported; it may be misspelled. */
interface UnknownWord {
  member: OpenList
  word: string
  nearest: string
  /** The first line that has it, and the number of lines. */
  line: number
  lines: number
}

const MAX_LISTED = 100

/** The unknown words of a file: the first hundred. */
export class UnknownWords {
  readonly #words = new Map<string, UnknownWord>()

  get listed(): UnknownWord[] {
    return [...this.#words.values()]
  }

  add(line: number, record: ImportRecord): void {
    const given = wordsOf(record).filter(([member, word]) => !known(member).includes(word))
    for (const [member, word] of new Map(given.map((each) => [each.join(), each])).values())
      this.#note(line, member, word)
  }

  #note(line: number, member: OpenList, word: string): void {
    const name = `${member} ${word}`
    const found = this.#words.get(name)
    if (found) found.lines += 1
    else if (this.#words.size < MAX_LISTED)
      this.#words.set(name, { member, word, nearest: closest(word, known(member)), line, lines: 1 })
  }
}

function known(member: OpenList): readonly string[] {
  return KNOWN_WORDS[member]
}

function wordsOf(record: ImportRecord): [OpenList, string][] {
  if (record.type === 'valuation') return [['source', record.source]]
  if (record.type === 'document') return [['document_type', record.document_type]]
  if (record.type !== 'asset') return []
  const { status, tamper_state, scans } = record.verification ?? {}
  const scanned = (scans ?? []).flatMap(({ method, result }): [OpenList, string][] => [
    ['method', method],
    ['result', result],
  ])
  return [
    ...(status ? [['status', status] as [OpenList, string]] : []),
    ...(tamper_state ? [['tamper_state', tamper_state] as [OpenList, string]] : []),
    ...scanned,
  ]
}
