/** HTML in which every text is escaped. Only `html` and what renders Markdown or code create it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value between the parts of `html`. Text is escaped. An absent value adds nothing. */
export type Content = Html | string | number | false | null | undefined | readonly Content[]

/** HTML with these values between its parts. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.map((part, i) => part + textOf(values[i])).join(''))
}

function textOf(value: Content): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(textOf).join('')
  return escapeHtml(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it is written in HTML, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** The text that `escapeHtml` has written. */
export function unescapeHtml(escaped: string): string {
  return Object.entries(ENTITIES).reduceRight(
    (text, [sign, entity]) => text.replaceAll(entity, sign),
    escaped,
  )
}

/** The values with a text between each two. */
export function separated(between: string, values: readonly Content[]): Content {
  return values.map((value, i) => [i > 0 && between, value])
}
