import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MS } from '../values/durations.ts'
import type { Owner } from './people.ts'

/** The day on which the files in `demo` are up to date. Nothing in them has happened later. */
export const DAY_OF_FILES = '2026-11-01'

// The folder is at the same place from the sources and from a build.
const FOLDER = join(import.meta.dirname, '..', '..', 'demo')
const DATES = /^(created_at|expires_at|expires_on|issued_on|scanned_at|valued_at)$/

const lineSchema = z.object({ issued_on: z.iso.date().optional() })

/** The lines of an owner's file, with dates later by the days since the day of the files: so the portfolio is fresh. */
export async function portfolioLines({ key }: Owner, now: Date): Promise<string[]> {
  const text = await readFile(join(FOLDER, `${key}.ndjson`), 'utf8')
  const days = Math.floor((now.getTime() - Date.parse(DAY_OF_FILES)) / DAY_MS)
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => moveLine(line, days))
}

function moveLine(line: string, days: number): string {
  const { issued_on: issued } = lineSchema.parse(JSON.parse(line))
  const moved = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value
    if (DATES.test(name)) return moveDate(value, days)
    return issued && name === 'title' ? moveYear(value, issued, moveDate(issued, days)) : value
  }
  return JSON.stringify(JSON.parse(line, moved))
}

// A date, or an instant, whose time of day stays.
function moveDate(date: string, days: number): string {
  const moved = new Date(Date.parse(date.slice(0, 10)) + days * DAY_MS)
  return moved.toISOString().slice(0, 10) + date.slice(10)
}

// Titles of documents such as "Appraisal, 2024" end with the year of the issue.
function moveYear(title: string, from: string, to: string): string {
  const year = from.slice(0, 4)
  return title.endsWith(`, ${year}`) ? title.slice(0, -year.length) + to.slice(0, 4) : title
}
