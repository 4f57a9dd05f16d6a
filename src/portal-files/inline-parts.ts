import { createHash } from 'node:crypto'

/** The style and the script that stand in each page, as a content security policy names them: by their hashes. */
export interface InlineParts {
  readonly style: string
  readonly script: string
}

/** The inline parts of the template of the pages. They do not allow a part that is put into the template later. */
export function inlineParts(template: string): InlineParts {
  return { style: sourceOf(template, 'style'), script: sourceOf(template, 'script') }
}

function sourceOf(template: string, tag: string): string {
  const text = template.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0]
  if (text === undefined) throw new Error(`The template has no inline ${tag}.`)
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
