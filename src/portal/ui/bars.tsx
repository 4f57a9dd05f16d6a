import classes from './bars.module.css'

/** A part of a bar: how high it is, and its color in CSS. */
export type BarPart = readonly [height: number, color: string]

interface Props {
  /** The meaning of the bars, in words. */
  readonly label: string
  /** The parts of each bar, the lowest first. */
  readonly bars: readonly (readonly BarPart[])[]
  readonly width?: number
}

/** Bars as high as a line of text, without axes. */
export function Bars({ label, bars, width }: Props) {
  const most = Math.max(1, ...bars.map(heightOf))
  return (
    <span role="img" aria-label={label} className={classes.bars} style={{ width }}>
      {bars.map((parts, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
        <span key={place} className={classes.bar}>
          {parts.map(([height, color]) => (
            <span
              key={color}
              className={classes.part}
              style={{ height: `${(100 * height) / most}%`, background: color }}
            />
          ))}
        </span>
      ))}
    </span>
  )
}

function heightOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, [height]) => sum + height, 0)
}
