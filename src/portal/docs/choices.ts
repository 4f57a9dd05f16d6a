import { keep, kept } from '../data/kept.ts'

const LANGUAGE = 'orangery-docs-language'
// The portal keeps its own choice under this name.
const SCHEME = 'mantine-color-scheme-value'

/** Keeps the language that was chosen for the samples, for all pages. */
export function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.samples input')]
  const before = kept('browser', LANGUAGE)
  for (const choice of choices) {
    if (choice.value === before) choice.checked = true
    choice.addEventListener('change', () => keep('browser', LANGUAGE, choice.value))
  }
}

/** Keeps light, dark or the scheme of the system. `app/color-scheme.js` paints the next page in it. */
export function rememberScheme(): void {
  const choice = document.querySelector<HTMLSelectElement>('.scheme select')
  if (!choice) return
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const scheme = choice.value === 'auto' ? (dark.matches ? 'dark' : 'light') : choice.value
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  }
  const read = () => {
    choice.value = kept('browser', SCHEME) ?? 'auto'
    paint()
  }
  choice.addEventListener('change', () => {
    keep('browser', SCHEME, choice.value)
    paint()
  })
  dark.addEventListener('change', paint)
  // Another tab has chosen.
  addEventListener('storage', read)
  read()
}
