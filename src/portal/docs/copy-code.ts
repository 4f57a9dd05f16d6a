const SHOWN_MS = 2_000

/** Adds a button to each block of code that copies it. */
export function addCopyButtons(part: ParentNode): void {
  for (const block of part.querySelectorAll('.code')) {
    const code = block.querySelector('code')
    if (code) block.append(copyButton(() => code.textContent ?? ''))
  }
}

function copyButton(text: () => string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', () => void copy(text(), button))
  return button
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    // The browser allows it only on a page with https.
    button.textContent = 'Copy manually'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_MS)
}
