/**
 * The key of a text in a built catalogue: four characters, 24 bits of FNV-1a. The English texts themselves would double
 * the file. Among 2,000 texts, one build in ten would meet a repeated key, and stops there.
 */
export function textKey(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  const folded = (hash >>> 24) ^ hash
  return btoa(String.fromCharCode((folded >> 16) & 255, (folded >> 8) & 255, folded & 255))
}
