import { shownLine } from './shown-line.ts'

/** The first line of a stored sentence that a client agreed to. Records of earlier releases do not have it. */
export const FIRST_LINES = {
  agreement: 'The client lets the firm see assets of the portfolio, under these terms:',
  sandbox:
    'Orangery made this access when the sandbox key was created. The sandbox client is fictional: no person read this, and nobody agreed to it.',
} as const

/** A label from the product, and its text, which another person may have written: nothing follows on the line. */
type AgreedLine = readonly [label: string, text: string]

/** The sentence to store: the first line, then one line for each label and its text. */
export function writeAgreedLines(
  kind: keyof typeof FIRST_LINES,
  lines: readonly AgreedLine[],
): string {
  const labelled = lines.map(([label, text]) => `${label}: ${shownLine(text)}`)
  return [FIRST_LINES[kind], ...labelled].join('\n')
}

/** The parts of a sentence of `writeAgreedLines`. A record of an earlier release has only a first line. */
export function readAgreedLines(stored: string): { first: string; lines: AgreedLine[] } {
  const [first = '', ...labelled] = stored.split('\n')
  const isLabelled = Object.values<string>(FIRST_LINES).includes(first)
  if (!isLabelled) return { first: stored, lines: [] }
  return { first, lines: labelled.map(splitLine) }
}

function splitLine(line: string): AgreedLine {
  const end = line.indexOf(': ')
  return [line.slice(0, end), line.slice(end + 2)]
}
