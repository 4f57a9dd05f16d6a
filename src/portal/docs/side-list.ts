/**
 * Keeps the side list open where it stands beside the page, and folded on a phone until it is opened. The styles show it
 * in the same way before this program runs.
 */
export function foldSideList(): void {
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
