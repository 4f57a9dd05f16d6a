import { element } from './element.ts'
import type { Place } from './search.ts'

interface Parts {
  readonly field: HTMLInputElement
  readonly box: HTMLElement
  readonly list: HTMLElement
  readonly count: HTMLElement
}

/** The search: `/` leads to it, the arrows choose, Enter opens, Escape closes. The index is fetched when it is first used. */
export function enableSearch(): void {
  const parts = findParts()
  if (!parts) return
  const { field, box } = parts
  let find: Promise<Find> | undefined
  const update = async () => {
    find ??= loadSearch()
    const text = field.value
    const places = (await find)(text)
    // A later letter may have been typed in the meantime.
    if (text === field.value) show(parts, text.trim() === '' ? null : places)
  }
  field.addEventListener('input', () => void update())
  field.addEventListener('focus', () => void update())
  field.addEventListener('keydown', (event) => onKey(parts, event))
  field.form?.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    event.preventDefault()
    field.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && target !== field && !box.contains(target)) show(parts, null)
  })
}

function findParts(): Parts | null {
  const field = document.querySelector<HTMLInputElement>('#search')
  const box = document.querySelector<HTMLElement>('.results')
  const list = document.querySelector<HTMLElement>('#found')
  const count = document.querySelector<HTMLElement>('.found-count')
  return field && box && list && count ? { field, box, list, count } : null
}

type Find = (text: string) => readonly Place[]

async function loadSearch(): Promise<Find> {
  try {
    const [{ findPlaces, readIndex }, response] = await Promise.all([
      import('./search.ts'),
      fetch('/docs/search.json', { credentials: 'omit' }),
    ])
    const index = readIndex(await response.json())
    return (text) => findPlaces(index, text)
  } catch {
    return () => []
  }
}

function show({ field, box, list, count }: Parts, places: readonly Place[] | null): void {
  box.hidden = places === null
  field.setAttribute('aria-expanded', String(places !== null && places.length > 0))
  field.removeAttribute('aria-activedescendant')
  list.replaceChildren(...(places ?? []).map(optionOf))
  count.textContent = places === null ? '' : `${places.length || 'Nothing'} found`
}

function optionOf({ title, page, address, snippet }: Place, i: number): HTMLElement {
  const { before, word, after } = snippet
  const said = element('small', {}, before, element('mark', {}, word), after)
  const members = { id: `found-${i}`, role: 'option', ariaSelected: 'false' }
  const option = element('li', members, title, ' ', element('span', {}, page), said)
  option.dataset.address = address
  option.addEventListener('click', () => open(option))
  return option
}

function open(option: HTMLElement): void {
  const { address } = option.dataset
  if (address !== undefined) location.assign(address)
}

function onKey(parts: Parts, event: KeyboardEvent): void {
  const { field, list } = parts
  const options = [...list.children].filter((each) => each instanceof HTMLElement)
  const chosen = options.findIndex((each) => each.getAttribute('aria-selected') === 'true')
  if (event.key === 'Escape') {
    field.value = ''
    show(parts, null)
    field.blur()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    choose(parts, options, event.key === 'ArrowDown' ? chosen + 1 : chosen - 1)
  } else if (event.key === 'Enter') {
    const option = options[Math.max(chosen, 0)]
    if (option) open(option)
    show(parts, null)
  }
}

function choose({ field, list }: Parts, options: readonly HTMLElement[], next: number): void {
  if (options.length === 0) return
  const place = (next + options.length) % options.length
  options.forEach((each, i) => {
    each.setAttribute('aria-selected', String(i === place))
  })
  // Not `scrollIntoView`: the page would scroll as well, since the list is in its header.
  list.scrollTop = (options[place]?.offsetTop ?? 0) - list.clientHeight / 2
  field.setAttribute('aria-activedescendant', `found-${place}`)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}
