import { rememberLanguage, rememberScheme } from './choices.ts'
import { addCopyButtons } from './copy-code.ts'
import { markSection } from './rail.ts'
import { enableRun } from './run.ts'
import { enableSearch } from './search-field.ts'

// The address of the examples, the variable that stands for it, and what a reader would fill in.
const PLACEHOLDER =
  /https:\/\/portfolio\.example\.com|\$ORANGERY_URL|(?<=ORANGERY_URL=)(?:https:\/\/)?…/g

// The pages are whole without this program. It adds what needs one.
addCopyButtons(document)
rememberLanguage()
rememberScheme()
nameOwnOrigin()
unfoldWhereWide('.side', '62rem')
unfoldWhereWide('.contents', '75rem')
openTarget()
markSection()
enableSearch()
enableRun()

// Opens what is folded around the place that the address names, now and after each change of it.
function openTarget(): void {
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

// Keeps a list open where it stands beside the text, and as it was elsewhere until it is opened. The styles show it in
// the same way before this program runs.
function unfoldWhereWide(selector: string, width: string): void {
  const list = document.querySelector<HTMLDetailsElement>(selector)
  if (!list) return
  const { open } = list
  const wide = matchMedia(`(min-width: ${width})`)
  const unfold = () => {
    list.open = wide.matches || open
  }
  wide.addEventListener('change', unfold)
  unfold()
  // It is longer than most windows.
  const current = list.querySelector<HTMLElement>('[aria-current]')
  list.scrollTop = (current?.offsetTop ?? 0) - list.clientHeight / 2
}

// Puts the address of this gateway into every sample.
function nameOwnOrigin(): void {
  for (const code of document.querySelectorAll('.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replace(PLACEHOLDER, location.origin) ?? null
  }
}
