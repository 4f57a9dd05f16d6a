import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A name with what there is to say; nothing to say leaves the line out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Names and what they are, line by line. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className={`${classes.facts} digits`}>
      {of.filter(isThere).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function isThere([, value]: Fact): boolean {
  return value !== null && value !== undefined && value !== ''
}
