// A browser keeps a choice for all pages, and a secret for one tab.
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

/** Keeps a value, or nothing if it is empty. If the browser forbids it, the value lasts for the page. */
export function keep(place: Place, name: string, value: string): void {
  try {
    if (value === '') PLACES[place]().removeItem(name)
    else PLACES[place]().setItem(name, value)
  } catch {}
}
