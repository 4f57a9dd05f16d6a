// A browser reads a backslash as a slash, drops line breaks and tabs, and takes what is before an @ as a credential.
const FORM = /^https:\/\/[^/?#@\\\s\p{C}]+(?:[/?][^#\\\s\p{C}]*)?$/iu

/** An https address as a URL. Null if it is longer, has credentials or a fragment, or a browser would read another. */
export function readHttpsAddress(text: string, maxLength: number): URL | null {
  const typed = text.trim()
  if (typed.length > maxLength || !FORM.test(typed)) return null
  try {
    // Not `URL.canParse`: in Node 20 it refuses some texts beyond ASCII once the code around it was optimized.
    const url = new URL(typed)
    return url.href.length > maxLength ? null : url
  } catch {
    return null
  }
}
