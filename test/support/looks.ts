import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FAST = { preload: false, selectors: false }

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Fails with what axe finds on the page, or on a part of it, and still finds when colours under way have arrived. */
export async function expectAccessible(
  page: Page,
  rules?: readonly string[],
  part?: string,
): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE)
  await expect.poll(() => violations(page, rules, part)).toEqual([])
}

async function violations(page: Page, rules?: readonly string[], part?: string) {
  const runOnly = rules && { type: 'rule', values: rules }
  // No rule that runs reads the files of the page again, and selectors are not reported.
  const options = JSON.stringify({ ...FAST, resultTypes: ['violations'], runOnly })
  const found = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ['iframe']${part ? `, include: [${JSON.stringify(part)}]` : ''} }, ${options}).then((found) => found.violations)`,
  )
  return found.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }))
}

// Ends every transition. An animation without an end, such as a skeleton's shimmer, goes on.
const SETTLED = `new Promise(requestAnimationFrame).then(() => {
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish()
})`

interface Look {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  /** The rules of axe that this look can break beside the others; none: all. */
  readonly rules?: readonly string[]
}

// The rules that a colour scheme can break, and those that a width can break.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const OF_WIDTH = ['scrollable-region-focusable', 'target-size', 'button-name', 'link-name']

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }

/** Each width and each colour scheme once, and every combination. */
export const LOOKS: Readonly<Record<'each' | 'all', readonly Look[]>> = {
  each: [
    { ...WIDE, colorScheme: 'light' },
    { ...NARROW, colorScheme: 'dark', rules: [...OF_COLOURS, ...OF_WIDTH] },
  ],
  all: [
    { ...WIDE, colorScheme: 'light' },
    { ...WIDE, colorScheme: 'dark', rules: OF_COLOURS },
    { ...NARROW, colorScheme: 'light' },
    { ...NARROW, colorScheme: 'dark', rules: OF_COLOURS },
  ],
}

/**
 * Checks the page wide and narrow, light and dark: axe finds nothing, and nothing but a table's own
 * frame scrolls sideways. With SCREENSHOTS set to a folder, leaves a picture of each there. The
 * window is as wide afterwards as before.
 */
export async function expectGoodLooks(
  page: Page,
  name: string,
  looks: readonly Look[] = LOOKS.each,
): Promise<void> {
  const folder = process.env.SCREENSHOTS
  const before = page.viewportSize() ?? WIDE
  for (const { width, height, colorScheme, rules } of folder ? LOOKS.all : looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await page.evaluate(SETTLED)
    if (folder) {
      mkdirSync(folder, { recursive: true })
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: (await page.getByRole('dialog').count()) === 0,
      })
    }
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: name })
      .toBe(width)
    await expectAccessible(page, rules)
  }
  await page.setViewportSize(before)
}

/** Checks that what is checked within the part is drawn otherwise than what is not: in forced colours too. */
export async function expectCheckedDrawn(page: Page, part: string): Promise<void> {
  const fillsOf = (state: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${part} input${state}')]
      .map((input) => getComputedStyle(input).backgroundColor)`)
  const fills = async () => {
    const checked = new Set(await fillsOf(':checked:enabled'))
    const unchecked = await fillsOf(':not(:checked)')
    return { kinds: checked.size, overlap: unchecked.filter((fill) => checked.has(fill)).length }
  }
  // The color changes in a tenth of a second.
  await expect.poll(fills).toEqual({ kinds: 1, overlap: 0 })
}
