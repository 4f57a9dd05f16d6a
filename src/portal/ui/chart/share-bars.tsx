import type { ReactNode } from 'react'
import { formatShare } from '../../words/format.ts'
import classes from './share-bars.module.css'

/** A part of a whole. */
export interface Share {
  readonly key: string
  readonly name: ReactNode
  readonly amount: string
  /** From 0 to 1. */
  readonly part: number
}

/** The parts of a whole, each with its amount, its percentage and a bar. */
export function ShareBars({ of, label }: { of: readonly Share[]; label: string }) {
  return (
    <ul className={classes.bars} aria-label={label}>
      {of.map(({ key, name, amount, part }) => (
        <li key={key} className={classes.share}>
          <span>{name}</span>
          <span className={classes.amount}>{amount}</span>
          <span className={classes.percent}>{formatShare(part)}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{ display: 'block', width: `${(part * 100).toFixed(2)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
