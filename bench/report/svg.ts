import { type RateRow, type Results, rateRows } from './results.ts'

const WIDTH = 760
const LEFT = 210
const RIGHT = 700
const BAR = 18
const GAP = 6
const HEADING = 'Responses per second, relative to the hand-written Express + pg service'
const TITLES: Record<string, string> = {
  list: 'Page of 25 assets, all blocks',
  mixed: 'Many clients and pages, one write per second',
  single: 'One asset',
  valuations: 'Valuations of one asset',
  documents: 'Documents of one asset',
  summary: 'Summary of 1,000 assets',
}

// The colours are readable on a light and on a dark page; Orangery's bars stand out.
const STYLE = `text{font:13px system-ui,sans-serif;fill:#24292f}.faint{fill:#57606a}.title{font-weight:600}
.grid{stroke:#d0d7de}.one{stroke:#57606a}.other{fill:#8c959f}.ours{fill:#e36209}.spread{stroke:#24292f}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9198a1}.grid{stroke:#30363d}.one{stroke:#9198a1}
.other{fill:#6e7681}.ours{fill:#f0883e}.spread{stroke:#e6edf3}}`

/**
 * One bar per contender on a logarithmic scale: it begins at 1× (the floor) and extends to the right
 * if the contender is faster than the floor, to the left if it is slower.
 */
export function drawSvg(results: Results): string {
  const rows = rateRows(results).filter((row) => row.ratio !== null && row.entry !== 'floor')
  const scale = scaleOf(rows)
  const parts = [label(16, 26, HEADING, 'title')]
  let y = 44
  for (const workload of new Set(rows.map((row) => row.workload))) {
    const bars = rows.filter((row) => row.workload === workload)
    const top = y + 24
    const bottom = top + bars.length * (BAR + GAP)
    parts.push(label(16, y + 14, TITLES[workload] ?? workload, 'title'), grid(scale, top, bottom))
    parts.push(...bars.map((row, index) => bar(row, top + GAP / 2 + index * (BAR + GAP), scale)))
    y = bottom + 10
  }
  const ticks = scale.ticks.map((tick) =>
    label(scale.place(tick).toFixed(1), y + 8, `${tick}×`, 'faint', 'middle'),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 22}" role="img" aria-label="${HEADING}"><style>${STYLE}</style>
${[...parts, ...ticks].join('\n')}
</svg>
`
}

interface Scale {
  readonly ticks: readonly number[]
  readonly place: (ratio: number) => number
}

function scaleOf(rows: readonly RateRow[]): Scale {
  const ratios = rows.flatMap(({ ratio }) => (ratio ? [ratio.min, ratio.max] : [])).concat(1)
  const all = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
  const min = all.findLast((tick) => tick <= Math.min(...ratios)) ?? 0.05
  const max = all.find((tick) => tick >= Math.max(...ratios)) ?? 50
  const share = (ratio: number) => Math.log(ratio / min) / Math.log(Math.max(max, 2) / min)
  const place = (ratio: number) => LEFT + (RIGHT - LEFT) * Math.min(1, Math.max(0, share(ratio)))
  return { ticks: all.filter((tick) => tick >= min && tick <= Math.max(max, 2)), place }
}

function grid({ ticks, place }: Scale, top: number, bottom: number): string {
  const lines = ticks.map((tick) => {
    const x = place(tick).toFixed(1)
    return `<line class="${tick === 1 ? 'one' : 'grid'}" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>`
  })
  return lines.join('')
}

function bar({ entry, ratio }: RateRow, y: number, { place }: Scale): string {
  if (!ratio) return ''
  const [one, end] = [place(1), place(ratio.median)]
  const middle = y + BAR / 2
  const kind = entry.startsWith('Orangery') ? 'ours' : 'other'
  const [from, to] = [place(ratio.min), place(ratio.max)]
  return [
    label(LEFT - 8, middle + 4, entry, '', 'end'),
    `<rect class="${kind}" x="${Math.min(one, end).toFixed(1)}" y="${y}" width="${Math.abs(end - one).toFixed(1)}" height="${BAR}" rx="2"/>`,
    `<line class="spread" x1="${from.toFixed(1)}" x2="${to.toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
    label((Math.max(one, end, to) + 6).toFixed(1), middle + 4, `${ratio.median.toFixed(2)}×`, ''),
  ].join('')
}

function label(
  x: number | string,
  y: number,
  text: string,
  kind: string,
  anchor = 'start',
): string {
  return `<text${kind && ` class="${kind}"`} x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`
}
