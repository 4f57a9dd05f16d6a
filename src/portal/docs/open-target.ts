/** Opens what is folded around the place that the address names, now and after each change of it. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(nameInAddress())
    for (let part = target?.parentElement; part; part = part.parentElement)
      if (part instanceof HTMLDetailsElement) part.open = true
    target?.scrollIntoView()
  }
  addEventListener('hashchange', open)
  if (location.hash !== '') open()
}

function nameInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
