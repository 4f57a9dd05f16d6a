const ULID = /(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])/g
const INSTANT = /\b(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d\.\d{3}Z)?\b/g
const DIGEST = /"[0-9a-f]{64}"/g
const CURSOR = /(cursor(?:=|": "))[\w-]+/g

// The day that stands for the day of the recording.
const RECORDED = '2026-11-20'

/** The text without what differs from one recording to the next: ids, instants, digests, positions. */
export function lastingText(text: string, today: string): string {
  const ids: string[] = []
  return text
    .replace(ULID, (id) => {
      if (!ids.includes(id)) ids.push(id)
      return `01JD3M2Q8S4T6V8W0X2Y4Z6${String(ids.indexOf(id)).padStart(3, '0')}`
    })
    .replace(INSTANT, (_instant, date: string, time?: string) => {
      const days = Date.parse(date) - Date.parse(today)
      const moved = new Date(Date.parse(RECORDED) + days).toISOString().slice(0, 10)
      return time === undefined ? moved : `${moved}${timeOf(time)}`
    })
    .replace(DIGEST, `"${'9f86d081884c7d65'.repeat(4)}"`)
    .replace(CURSOR, '$1eyJwIjo0Mn0')
}

// A date is stored as its midnight.
const timeOf = (time: string) => (time === 'T00:00:00.000Z' ? time : 'T09:30:00.000Z')
