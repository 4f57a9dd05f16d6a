import { encode, wrap } from 'nodemailer/lib/qp'
import type { Language } from '../values/languages.ts'

export interface Mail {
  /** One address, as `parseEmail` returns it. */
  readonly to: string
  readonly subject: string
  /** Plain text, with a link on a line of its own. */
  readonly text: string
}

export interface MailTry {
  /** The same in each try, so that programs can recognize a mail that comes again. */
  readonly messageId: string
  /** 1 is the first. */
  readonly attempt: number
  readonly language: Language
  /** The sender, and the instant of the try. Undefined where the mail command adds both. */
  readonly origin?: { readonly from: string; readonly at: Date } | undefined
}

const ASCII = /^[\x20-\x7e]*$/
const LINE_BREAK = /[\r\n]/
// The most characters of a line that has an encoded word, and those of the word's frame.
const LINE = 76
const FRAME = '=?utf-8?B??='.length

/**
 * The mail in the format of `sendmail -t`. `X-Orangery-Attempt` marks a later try: an earlier one may have arrived as
 * well. Throws if a header has a line break, which could add other headers.
 */
export function formatMail(
  { to, subject, text }: Mail,
  { messageId, attempt, language, origin }: MailTry,
): string {
  const headers = [
    ...(origin ? [`From: ${origin.from}`, `Date: ${inMailForm(origin.at)}`] : []),
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${messageId}>`,
    ...(attempt > 1 ? [`X-Orangery-Attempt: ${attempt}`] : []),
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Language: ${language}`,
    'Content-Transfer-Encoding: quoted-printable',
  ]
  if (headers.some((header) => LINE_BREAK.test(header)))
    throw new Error('A header has a line break.')
  return `${headers.map(encodeHeader).join('\n')}\n\n${encodeText(text)}`
}

// ASCII in short lines: not every mail server takes other bytes. The library knows CRLF only.
function encodeText(text: string): string {
  return wrap(encode(text.replaceAll('\n', '\r\n'))).replaceAll('\r\n', '\n')
}

// RFC 5322 wants a numeric zone.
function inMailForm(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000')
}

// RFC 2047. An encoded word contains only whole characters.
function encodeHeader(header: string): string {
  if (ASCII.test(header)) return header
  const start = header.indexOf(': ') + 2
  // 4 characters encode 3 bytes.
  const wordBytes = Math.floor((LINE - start - FRAME) / 4) * 3
  const words = ['']
  for (const character of header.slice(start)) {
    const longer = `${words.at(-1)}${character}`
    if (Buffer.byteLength(longer) > wordBytes) words.push(character)
    else words[words.length - 1] = longer
  }
  const encoded = words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
  return header.slice(0, start) + encoded.join('\n ')
}
