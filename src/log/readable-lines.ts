import { pino } from 'pino'
import { z } from 'zod'
import { parseJson } from '../values/json.ts'
import { CONTROLS } from '../values/text.ts'

const Line = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().optional(),
  err: z.looseObject({ stack: z.array(z.string()).optional() }).optional(),
})

/** A JSON line of the log for people, with the stack of an error below. Any other text is returned unchanged. */
export function formatLogLine(json: string): string {
  const line = Line.safeParse(parseJson(json)).data
  if (!line) return json
  const { level, time, msg = '', err, ...members } = line
  const { stack = [], ...error } = err ?? {}
  const facts = Object.entries({ ...members, ...(err && { error }) })
  const label = pino.levels.labels[level] ?? String(level)
  const parts = [clockOf(time), (level < 40 ? label : label.toUpperCase()).padEnd(5), msg]
  const text = [...parts, ...facts.map(formatFact)].join(' ')
  return [text, ...stack]
    .map((line) => line.replace(CONTROLS, '\ufffd'))
    .join('\n')
    .concat('\n')
}

// Without the date: a reader at a terminal knows it.
function clockOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 8)
}

function formatFact([name, value]: readonly [string, unknown]): string {
  const isPlain = typeof value === 'string' && /^[\w./:@-]+$/.test(value)
  return `${name}=${isPlain ? value : JSON.stringify(value)}`
}
