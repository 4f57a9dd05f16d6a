import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of this run; empty where there is none. */
    chromium: string
  }
}

// The headless shell has no browser windows. It needs half the CPU time of the others.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Looks once for a Chromium, and says so where the run has to go without. */
export default function setup(project: TestProject): void {
  const path = findChromium()
  project.provide('chromium', path)
  if (path === '') {
    console.warn(
      '\nNo Chromium was found: the tests in test/browser are SKIPPED. Install one, or name it in CHROMIUM_PATH.\n',
    )
  }
}

function findChromium(): string {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return places.find((place) => existsSync(place)) ?? ''
}
