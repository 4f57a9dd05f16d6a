const NAME = 'orangery-docs-language'

/** Keeps the language that was chosen for the samples, for all pages. */
export function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.samples input')]
  choose(choices, stored())
  for (const choice of choices)
    choice.addEventListener('change', () => {
      choose(choices, choice.value)
      store(choice.value)
    })
}

function choose(choices: readonly HTMLInputElement[], value: string | null): void {
  for (const choice of choices) if (choice.value === value) choice.checked = true
}

// A browser can forbid the storage. The choice then lasts for the page.
function stored(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(NAME, value)
  } catch {}
}
