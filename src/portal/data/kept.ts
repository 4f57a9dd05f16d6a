// All pages of a browser share the first place. Each tab has the second one for itself.
const PLACES = { browser: () => localStorage, tab: () => sessionStorage } as const
type Place = keyof typeof PLACES

/** The value that is kept; null if there is none. */
export function kept(place: Place, name: string): string | null {
  try {
    return PLACES[place]().getItem(name)
  } catch {
    return null
  }
}

/** Keeps a value, or nothing if it is empty. If the browser forbids it, nothing is kept. */
export function keep(place: Place, name: string, value: string): void {
  try {
    if (value === '') PLACES[place]().removeItem(name)
    else PLACES[place]().setItem(name, value)
  } catch {}
}

/** Removes the values with such names. */
export function forget(place: Place, isForgotten: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(PLACES[place]()))
      if (isForgotten(name)) PLACES[place]().removeItem(name)
  } catch {}
}
