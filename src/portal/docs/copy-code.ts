import { element } from './element.ts'

const SHOWN_MS = 2_000

/** Adds a button to each block of code that copies it. */
export function addCopyButtons(part: ParentNode): void {
  for (const block of part.querySelectorAll('.code')) {
    const code = block.querySelector('code')
    if (!code) continue
    const button = element(
      'button',
      { type: 'button', className: 'copy', ariaLive: 'polite' },
      'Copy',
    )
    button.addEventListener('click', () => void copy(code.textContent ?? '', button))
    block.append(button)
  }
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
