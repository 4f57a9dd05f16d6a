import type { Latencies } from './point.ts'
import type { Results } from './results.ts'
import type { Spread } from './spread.ts'

const WIDTH = 760
const PANEL_HEIGHT = 250
const [LEFT, RIGHT, TOP] = [64, 600, 44]
const COLOURS = ['#e36209', '#8250df', '#1a7f37', '#0969da', '#bf3989', '#57606a', '#9a6700']

// Readable on a light and on a dark page.
const STYLE = `text{font:13px system-ui,sans-serif;fill:#24292f}.faint{fill:#57606a}.title{font-weight:600}
.grid{stroke:#d0d7de}path{fill:none;stroke-width:2}.spread{opacity:.35;stroke-width:5}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9198a1}.grid{stroke:#30363d}}`

interface Panel {
  readonly title: string
  readonly points: readonly { readonly assets: number; readonly values: Latencies }[]
}

interface Scale {
  readonly x: (assets: number) => number
  readonly y: (milliseconds: number) => number
  readonly assets: readonly number[]
  readonly milliseconds: readonly number[]
}

/** Latency by the number of assets, on logarithmic scales: one panel for the database, one for a single portfolio. */
export function drawCurves({ sizes, portfolios }: Results): string {
  const panels: Panel[] = [
    {
      title: 'Many clients: milliseconds by assets in the database',
      points: sizes.map((values) => ({ assets: values.storage.assets, values })),
    },
    {
      title: 'One client: milliseconds by assets in the portfolio',
      points: portfolios.map((values) => ({ assets: values.assets, values })),
    },
  ].filter(({ points }) => points.length > 1)
  const height = panels.length * (PANEL_HEIGHT + TOP + 30)
  const drawn = panels.map((panel, index) => drawPanel(panel, index * (PANEL_HEIGHT + TOP + 30)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Latency by the number of assets"><style>${STYLE}</style>
${drawn.join('\n')}
</svg>
`
}

/** The curves of a panel by their names, in milliseconds. */
function seriesOf({ cold, warmPage, importSeconds }: Latencies): [string, Spread | undefined][] {
  const scaled = (spread: Spread, by: number) => ({
    ...spread,
    median: spread.median * by,
    low: spread.low * by,
    high: spread.high * by,
  })
  return [
    ['page', cold.page?.latency],
    ['page, cached', warmPage.latency],
    ['one asset', cold['one asset']?.latency],
    ['delta', cold.delta?.latency],
    ['summary', cold.summary?.latency],
    ['import of 1,000', scaled(importSeconds, 1000)],
  ]
}

function drawPanel({ title, points }: Panel, offset: number): string {
  const scale = scaleOf(points, offset + TOP)
  const names = points[0] ? seriesOf(points[0].values).map(([name]) => name) : []
  const curves = names.map((name, index) => {
    const spots = points.flatMap(({ assets, values }) => {
      const spread = seriesOf(values).find(([each]) => each === name)?.[1]
      return spread ? [{ assets, spread }] : []
    })
    return drawCurve(name, spots, scale, COLOURS[index] ?? '#57606a')
  })
  const labels = separate(curves.map(({ end }) => end))
  const texts = curves.map(({ name, colour }, index) =>
    text(RIGHT + 10, (labels[index] ?? 0) + 4, name, `style="fill:${colour}"`),
  )
  const heading = text(16, offset + 24, title, 'class="title"')
  return [heading, drawGrid(scale), ...curves.map(({ path }) => path), ...texts].join('\n')
}

function drawCurve(
  name: string,
  spots: readonly { readonly assets: number; readonly spread: Spread }[],
  { x, y }: Scale,
  colour: string,
) {
  const line = spots.map(({ assets, spread }) => `${x(assets)} ${y(spread.median)}`).join('L')
  const bars = spots.map(
    ({ assets, spread }) =>
      `<line class="spread" stroke="${colour}" x1="${x(assets)}" x2="${x(assets)}" y1="${y(spread.low)}" y2="${y(spread.high)}"/>`,
  )
  const end = y(spots.at(-1)?.spread.median ?? 1)
  return { name, colour, end, path: `<path stroke="${colour}" d="M${line}"/>${bars.join('')}` }
}

function scaleOf(points: Panel['points'], top: number): Scale {
  const values = points.flatMap((point) =>
    seriesOf(point.values).flatMap(([, spread]) => (spread ? [spread.low, spread.high] : [])),
  )
  const assets = decades(points.map((point) => point.assets))
  const milliseconds = decades(values)
  const share = (value: number, ticks: readonly number[]) =>
    Math.log(value / (ticks[0] ?? 1)) / Math.log((ticks.at(-1) ?? 10) / (ticks[0] ?? 1))
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    x: (value) => round(LEFT + (RIGHT - LEFT) * share(value, assets)),
    y: (value) => round(top + PANEL_HEIGHT * (1 - share(value, milliseconds))),
    assets,
    milliseconds,
  }
}

/** The powers of ten around values. */
function decades(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)) + 0.05)
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 0.05))
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
}

function drawGrid({ x, y, assets, milliseconds }: Scale): string {
  const [bottom, top] = [y(milliseconds[0] ?? 1), y(milliseconds.at(-1) ?? 1)]
  const vertical = assets.map(
    (tick) =>
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${top}" y2="${bottom}"/>` +
      text(x(tick), bottom + 18, tick.toLocaleString('en'), 'class="faint" text-anchor="middle"'),
  )
  const horizontal = milliseconds.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/>` +
      text(LEFT - 8, y(tick) + 4, String(tick), 'class="faint" text-anchor="end"'),
  )
  return [...vertical, ...horizontal].join('')
}

/** Moves labels that would overlap apart. */
function separate(places: readonly number[]): number[] {
  const moved = [...places]
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    const above = moved[order[rank - 1] ?? -1]
    if (above !== undefined) moved[index] = Math.max(moved[index] ?? 0, above + 16)
  }
  return moved
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`
}
