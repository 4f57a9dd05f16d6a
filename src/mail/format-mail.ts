/** A mail to one person. */
export interface Mail {
  /** One address, as `parseEmail` returns it. */
  readonly to: string
  readonly subject: string
  /** Plain text, with a link on a line of its own. */
  readonly text: string
}

const ASCII = /^[\x20-\x7e]*$/
const LINE_BREAK = /[\r\n]/
// An encoded word has at most 75 characters: 12 of them are its frame, and 4 characters encode 3 bytes.
const WORD_BYTES = 45

/** The mail in the format of `sendmail -t`. Throws if a header has a line break, which could add other headers. */
export function formatMail({ to, subject, text }: Mail): string {
  if (LINE_BREAK.test(to) || LINE_BREAK.test(subject)) throw new Error('A header has a line break.')
  const headers = [
    `To: ${to}`,
    `Subject: ${encodeHeader(subject)}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return `${headers.join('\n')}\n\n${text}`
}

// RFC 2047. An encoded word contains only whole characters.
function encodeHeader(text: string): string {
  if (ASCII.test(text)) return text
  const words = ['']
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\n ')
}
