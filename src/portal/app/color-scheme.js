// Sets light or dark before anything is painted; Mantine keeps the choice under this name.
;(() => {
  let choice = 'auto'
  try {
    choice = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {}
  const dark =
    choice === 'dark' || (choice === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
