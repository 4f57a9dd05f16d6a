export type Predictability = 'repeats' | 'sequence' | 'own' | 'common'

/** Words that an attacker can try: commonly used passwords, and words about this person. */
interface Guessable {
  readonly common: ReadonlySet<string>
  readonly own: readonly string[]
}

const ENOUGH = 4
// The worth of each common word after the first. Three unrelated words are enough for a password, two are not.
const ANOTHER_WORD = 2
const MIN_DISTINCT = 5
const MAX_BLOCK_LENGTH = 11
const SHORTEST_RUN = 4
const WORD_LENGTHS = { least: 5, most: 24 }
const NAME_LEAST = 3

/** Common sequences: alphabets, digits, keyboard rows and columns. */
const ORDERS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '01234567890',
  ...['qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', '1234567890-='],
  ...['qwertzuiopü', 'azertyuiop', 'qsdfghjklm', 'wxcvbn', 'йцукенгшщзхъ', 'фывапролджэ'],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0'],
  ...['qazwsxedcrfvtgbyhnujmikolp', '!@#$%^&*()_+', '!"£$%^&*()_+'],
].flatMap((order) => [order, [...order].reverse().join('')])

// Digits and signs that replace letters. The digit 1 can replace i or l.
const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '!': 'i',
  '1': 'i',
}

/**
 * The reason why a password is easy to guess, or null. Common words, sequences and repetition do not count; the rest
 * must have enough characters. The work grows linearly with the length.
 */
export function findPredictability(password: string, guessable: Guessable): Predictability | null {
  const text = password.normalize('NFKC').toLowerCase()
  const characters = [...text]
  if (new Set(characters).size < MIN_DISTINCT || repeatsBlock(characters)) return 'repeats'
  for (const written of spellings(text)) {
    const found = evaluate(written, guessable)
    if (found) return found
  }
  return null
}

function evaluate(text: string, { common, own }: Guessable): Predictability | null {
  const rest = new Rest(text)
  const words = own.flatMap(wordsOf)
  const hasOwn = rest.removeAll((at) => longestOf(words, text, at)) > 0
  const hasRun = rest.removeAll((at) => longestRun(text, at)) > 0
  const found = rest.removeAll((at, end) => longestWord(common, text, at, end))
  const worth = rest.worth() + Math.max(0, found - 1) * ANOTHER_WORD
  if (worth >= ENOUGH || !(hasOwn || hasRun || found > 0)) return null
  if (hasOwn) return 'own'
  return found > 0 ? 'common' : 'sequence'
}

// The text, with NUL in the places that have been recognized. A password has no NUL.
class Rest {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  // Removes the texts that `lengthAt` finds from left to right. Returns the number of different texts.
  removeAll(lengthAt: (at: number, end: number) => number): number {
    const seen = new Set<string>()
    this.#text = this.#text.replace(/[^\0]+/g, (part, from: number) => {
      let left = ''
      for (let at = 0; at < part.length; ) {
        const found = part.slice(at, at + lengthAt(from + at, from + part.length))
        if (found !== '') seen.add(found)
        left += '\0'.repeat(found.length) || part.charAt(at)
        at += found.length || 1
      }
      return left
    })
    return seen.size
  }

  // The worth of the remaining characters: 1 for each different letter, 0.5 for each other different character.
  worth(): number {
    const left = [...new Set(this.#text.replaceAll('\0', ''))]
    return left.reduce((sum, sign) => sum + (/\p{L}/u.test(sign) ? 1 : 0.5), 0)
  }
}

function spellings(text: string): Set<string> {
  const inLetters = (written: string) =>
    written.replace(/[@430$57!1]/g, (sign) => SIGNS[sign] ?? sign)
  return new Set([text, inLetters(text), inLetters(text.replaceAll('1', 'l'))])
}

// Whether the text repeats one short block. The last repetition may be incomplete.
function repeatsBlock(characters: readonly string[]): boolean {
  const most = Math.min(MAX_BLOCK_LENGTH, Math.floor(characters.length / 2))
  return Array.from({ length: most }, (_, index) => index + 1).some((block) =>
    characters.every((sign, at) => at < block || sign === characters[at - block]),
  )
}

function longestRun(text: string, at: number): number {
  let length = 0
  for (const order of ORDERS) {
    const from = order.indexOf(text.slice(at, at + SHORTEST_RUN))
    if (from < 0 || text.length - at < SHORTEST_RUN) continue
    let run = SHORTEST_RUN
    while (at + run < text.length && order[from + run] === text[at + run]) run += 1
    length = Math.max(length, run)
  }
  return length
}

function longestOf(words: readonly string[], text: string, at: number): number {
  return Math.max(
    0,
    ...words.filter((word) => text.startsWith(word, at)).map((word) => word.length),
  )
}

function longestWord(common: ReadonlySet<string>, text: string, at: number, end: number): number {
  for (
    let length = Math.min(WORD_LENGTHS.most, end - at);
    length >= WORD_LENGTHS.least;
    length -= 1
  )
    if (common.has(text.slice(at, at + length))) return length
  return 0
}

// For a name or an email, such as "Ada Lind" or ada.lind@example.com: the whole text, and each word of it.
function wordsOf(about: string): string[] {
  const whole = about.normalize('NFKC').toLowerCase()
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= NAME_LEAST)
}
