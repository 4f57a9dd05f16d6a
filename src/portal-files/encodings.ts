import type { Request } from 'express'

/** The file name extension of each compressed form, best first. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof EXTENSIONS

const ENCODINGS = ['br', 'gzip'] as const

/** The compressed forms that the build wrote beside a file. */
export function encodingsIn(names: ReadonlySet<string>, name: string): readonly Encoding[] {
  return ENCODINGS.filter((encoding) => names.has(name + EXTENSIONS[encoding]))
}

/** The form of a file that a request accepts: its name, and the headers that describe it. */
export function acceptedForm(
  request: Request,
  name: string,
  { type, encodings }: { readonly type: string; readonly encodings: readonly Encoding[] },
): { readonly file: string; readonly headers: Record<string, string> } {
  const accepted = request.acceptsEncodings([...encodings, 'identity'])
  const encoding = encodings.find((each) => each === accepted)
  const headers = { 'Content-Type': type, Vary: 'Accept-Encoding' }
  if (!encoding) return { file: name, headers }
  return {
    file: name + EXTENSIONS[encoding],
    headers: { ...headers, 'Content-Encoding': encoding },
  }
}
