// The address of the examples, the variable that stands for it, and what a reader would fill in.
const PLACEHOLDER =
  /https:\/\/portfolio\.example\.com|\$ORANGERY_URL|(?<=ORANGERY_URL=)(?:https:\/\/)?…/g

/** Puts the address of this gateway into every sample. */
export function nameOwnOrigin(): void {
  for (const code of document.querySelectorAll('.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replace(PLACEHOLDER, location.origin) ?? null
  }
}
