import { addCopyButtons } from './copy-code.ts'
import { rememberLanguage } from './language.ts'
import { enableRun } from './run.ts'
import { enableSearch } from './search-field.ts'

// The pages are whole without this program. It adds what needs one.
addCopyButtons(document)
rememberLanguage()
foldSideList()
openTarget()
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

// Keeps the side list open where it stands beside the page, and folded on a phone until it is opened. The styles show it
// in the same way before this program runs.
function foldSideList(): void {
  const side = document.querySelector<HTMLDetailsElement>('.side')
  if (!side) return
  const wide = matchMedia('(min-width: 62rem)')
  const fold = () => {
    side.open = wide.matches
  }
  wide.addEventListener('change', fold)
  fold()
  // It is longer than most windows.
  const current = side.querySelector<HTMLElement>('[aria-current]')
  side.scrollTop = (current?.offsetTop ?? 0) - side.clientHeight / 2
}
