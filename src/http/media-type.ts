const MAX_LENGTH = 256
const UTF_8 = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"'])

/**
 * Whether a `Content-Type` is JSON in UTF-8. In another charset the same bytes are other characters. The time is linear
 * in the length of the header.
 */
export function isJson(contentType: string | null | undefined): boolean {
  if (!contentType || contentType.length > MAX_LENGTH) return false
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return type.trim() === 'application/json' && parameters.every(isUtf8IfCharset)
}

function isUtf8IfCharset(parameter: string): boolean {
  const [name = '', ...value] = parameter.split('=')
  return name.trim() !== 'charset' || UTF_8.has(value.join('=').trim())
}
