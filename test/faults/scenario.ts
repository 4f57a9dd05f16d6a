import type { Removal } from './program.ts'

/** How much is tried: what the promise names, a part of it for every change, or enough to see a missing defence. */
export type Size = 'full' | 'short' | 'control'

/** The context of one run of a scenario. */
export interface Run {
  /** The program to start: as it is built, or with one defence removed. */
  readonly program: string
  readonly size: Size
  readonly environment: Readonly<Record<string, string>>
  /** A new folder that other accounts can enter. It is removed afterwards. */
  readonly folder: string
  /** Work that ends what was started, in whatever way the run ends. The newest is done first. */
  readonly atEnd: (work: () => unknown) => void
  readonly onProgress: (text: string) => void
}

/** How long a load lasts, and how often it is measured. */
export interface Effort {
  readonly seconds: number
  readonly rounds: number
}

/** One line of the table. */
export interface Row {
  readonly what: string
  readonly n: number
  readonly result: string
  readonly isMet: boolean
}

/** The same scenario without one defence. A row must then not be met, or the scenario proves nothing. */
export type Control = Removed & {
  readonly without: string
  /** The start of the row that must fail. */
  readonly row: string
}

type Removed = Removal | { readonly removals: readonly Removal[] } | Pick<Run, 'environment'>

/** The parts of the built program that a control replaces. */
export function removalsOf(control: Control): readonly Removal[] {
  if ('removals' in control) return control.removals
  return 'file' in control ? [control] : []
}

/** Faults of one kind, and what the gateway promises of them. */
export interface Scenario {
  readonly name: string
  run(run: Run): Promise<Row[]>
  readonly controls: readonly Control[]
  readonly unavailable?: () => string | undefined
  /** Why it has no short form. */
  readonly needsTime?: string
}

/** A row that is met if nothing failed. */
export function none(what: string, n: number, failures: readonly string[], result = ''): Row {
  const shown = failures.length === 0 ? '0' : `${failures.length}, first: ${failures[0]}`
  return {
    what,
    n,
    result: [shown, result].filter(Boolean).join('; '),
    isMet: failures.length === 0,
  }
}

/** How much each size is, in this order: full, short, control. */
export function amount(size: Size, full: number, short: number, control: number): number {
  return { full, short, control }[size]
}
