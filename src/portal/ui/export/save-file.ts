/** The forms in which a list or a text is saved. */
export const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv;charset=utf-8' },
  json: { label: 'JSON', type: 'application/json' },
  txt: { label: 'TXT', type: 'text/plain;charset=utf-8' },
} as const
export type Format = keyof typeof FORMATS

const KEPT_MS = 60_000

/** Saves a text as a file of the browser. `name` is without its ending. */
export function saveFile(name: string, format: Format, text: string): void {
  // Without the mark, spreadsheets take UTF-8 for another encoding.
  const parts = format === 'csv' ? ['\ufeff', text] : [text]
  const address = URL.createObjectURL(new Blob(parts, { type: FORMATS[format].type }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.${format}`
  link.click()
  // The browser may read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
