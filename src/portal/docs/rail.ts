// The part of the window, from its top, above whose end the heading of the section in sight stands.
const PASSED = 0.4

/** Marks the section in sight in the contents list of the page. */
export function markSection(): void {
  const rail = document.querySelector<HTMLElement>('.contents')
  const sections = [...(rail?.querySelectorAll('a') ?? [])].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  if (!rail || sections.length === 0) return
  let marked: HTMLElement | undefined
  const mark = () => {
    const { link } = sectionInSight(sections) ?? {}
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    // A long list scrolls by itself: `scrollIntoView` would scroll the page as well.
    const list = rail.closest<HTMLElement>('.beside')
    if (list) list.scrollTop = (link?.offsetTop ?? 0) - list.clientHeight / 2
  }
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true })
  addEventListener('resize', mark)
  mark()
}

function sectionInSight<Section extends { readonly heading: HTMLElement }>(
  sections: readonly Section[],
): Section | undefined {
  // The last sections can be too short to reach the top.
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 1
  if (isAtEnd) return sections.at(-1)
  return sections.findLast(
    ({ heading }) => heading.getBoundingClientRect().top < innerHeight * PASSED,
  )
}
