// A response names the second in which it was sent, and takes a moment to arrive.
const NEGLIGIBLE_MS = 3_000

let aheadMs = 0

/** Notes the time of the server from the headers of its response. */
export function noteServerTime(headers: Headers): void {
  const sent = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(sent)) return
  const ahead = sent - Date.now()
  aheadMs = Math.abs(ahead) < NEGLIGIBLE_MS ? 0 : ahead
}

/** The time by the clock of the server, which decides what has ended. That of the device may be wrong. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
