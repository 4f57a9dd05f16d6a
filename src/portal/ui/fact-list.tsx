import type { ReactNode } from 'react'
import { isolated } from '../i18n/isolated.tsx'
import classes from './fact-list.module.css'

/** A name with its value. A fact without a value is left out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts in two columns, one per line. For a few facts side by side, see `FactGrid`. */
export function FactList({ of }: { of: readonly Fact[] }) {
  return (
    <dl className={`${classes.facts} digits`}>
      {of.filter(hasValue).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{isolated(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether a fact has a value to show. */
export function hasValue([, value]: Fact): boolean {
  return value !== null && value !== undefined && value !== ''
}
