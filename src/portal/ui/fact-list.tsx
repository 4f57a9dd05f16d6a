import type { ReactNode } from 'react'
import { isolated } from '../i18n/isolated.tsx'
import classes from './fact-list.module.css'
import { Dimmed } from './inline.tsx'

/** A name with its value. A fact without a value is left out. */
export type Fact = readonly [name: string, value: ReactNode]

interface Props {
  readonly of: readonly Fact[]
  /** Shown where no fact has a value. */
  readonly otherwise?: string
}

/** Facts in two columns, one per line. For a few facts side by side, see `FactGrid`. */
export function FactList({ of, otherwise }: Props) {
  const shown = of.filter(hasValue)
  if (shown.length === 0 && otherwise) return <Dimmed>{otherwise}</Dimmed>
  return (
    <dl className={`${classes.facts} digits`}>
      {shown.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{isolated(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function hasValue([, value]: Fact): boolean {
  return value !== null && value !== undefined && value !== ''
}
