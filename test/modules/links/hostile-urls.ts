/** Texts that are no return address of any key. */
export const HOSTILE_URLS: readonly string[] = [
  '',
  ' ',
  'https',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https:///firm.example/',
  'https:/firm.example/',
  'https:firm.example/',
  'https:\\\\firm.example/',
  'https:/\\firm.example/',
  'https://\\firm.example/',
  '//firm.example/',
  '///firm.example/',
  '\\\\firm.example\\',
  '/\\firm.example/',
  '/',
  '/connected',
  'connected',
  'firm.example',
  'http://firm.example/',
  'HTTP://firm.example/',
  'ftp://firm.example/',
  'ws://firm.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://firm.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://firm.example/1',
  'view-source:https://firm.example/',
  'about:blank',
  'mailto:a@firm.example',
  'https://user@firm.example/',
  'https://user:secret@firm.example/',
  'https://@firm.example/',
  'https://:@firm.example/',
  'https://firm.example@evil.example/',
  'https://firm.example%40evil.example/',
  'https://firm.example:443@evil.example/',
  'https://firm.example\\@evil.example/',
  'https://evil.example\\.firm.example/',
  'https://firm.example/#',
  'https://firm.example/#token',
  'https://firm.example#@evil.example/',
  'https://firm.example/\r\nSet-Cookie: a=b',
  'https://firm.example/\nLocation: https://evil.example/',
  'https://firm.example/a\tb',
  'https://firm.example/a b',
  'https://firm .example/',
  'https://firm.example\u0000.evil.example/',
  'https://firm.example/\u202egpj',
  'https://firm.example/\u200b',
  'https://fi\u200brm.example/',
  'https://%66irm.example%2f@evil.example/',
  'https://firm.example%00.evil.example/',
  'https://firm.example%0d%0a/',
  'https://firm.example:99999/',
  'https://firm.example:abc/',
  'https://[::1/',
  'https://[firm.example]/',
  'https://256.256.256.256/',
  'https://xn--/',
  'https://firm.example/<script>alert(1)</script>#',
  'httpſ://firm.example/',
  'https：//firm.example/',
  'https://\ud800.example/',
  "https://firm.example/'><img src=x onerror=alert(1)>",
]

const PARTS = [
  'javascript:',
  'data:,',
  'http:',
  'https:',
  '//',
  '\\',
  '@',
  '#',
  '?',
  ':',
  '.',
  '/',
  '%00',
  '%0d%0a',
  '%2f',
  '\r\n',
  '\t',
  ' ',
  '\u0000',
  '\u202e',
  'ü',
  '。',
  'evil.example',
  'user:pass@',
  'a'.repeat(300),
]

/** Changed forms of an address, the same in each run: parts are put in, taken out, and put in another case. */
export function mutationsOf(url: string, count: number): string[] {
  const next = randomNumbers(1042)
  const change = (text: string): string => {
    const at = next(text.length + 1)
    const part = PARTS[next(PARTS.length)] ?? ''
    const changes = [
      text.slice(0, at) + part + text.slice(at),
      text.slice(0, at) + text.slice(at + 1 + next(3)),
      text.slice(0, at) + text.slice(at).toUpperCase(),
      text + part,
      part + text,
    ]
    return changes[next(changes.length)] ?? text
  }
  return Array.from({ length: count }, () => {
    let text = url
    for (let times = 1 + next(3); times > 0; times--) text = change(text)
    return text
  })
}

// A generator of its own, so that a failure comes again.
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
