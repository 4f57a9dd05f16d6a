/** A parameter of the form and what was entered. */
export interface Value {
  readonly input: HTMLInputElement
  readonly name: string
  /** `path` or `query`. */
  readonly place: string
  readonly value: string
}

/** The path with its parameters. Empty values are left out. */
export function requestPath(
  template: string,
  values: readonly Pick<Value, 'name' | 'place' | 'value'>[],
): string {
  const entered = (name: string) => values.find((each) => each.name === name)?.value ?? ''
  const path = template.replace(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(entered(name)))
  const query = values
    .filter(({ place, value }) => place === 'query' && value !== '')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
