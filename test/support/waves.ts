/** As many requests as the gateway works on for one caller. More would wait, and be refused on a slow machine. */
const WAVE = 16

/** Sends `count` requests of one caller, in waves that are sent all at once. */
export async function sendInWaves<Reply>(
  count: number,
  send: (index: number) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < count) {
    const start = replies.length
    const size = Math.min(WAVE, count - start)
    replies.push(...(await Promise.all(Array.from({ length: size }, (_, i) => send(start + i)))))
  }
  return replies
}
