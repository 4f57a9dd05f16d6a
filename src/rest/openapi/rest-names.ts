/** A text of the GraphQL schema with the names of REST: `updated_since` for `updatedSince`. */
export function withRestNames(text: string): string {
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}
