// Characters that are invisible, or that change how the characters next to them are shown: zero-width characters, tags,
// variation selectors, text-direction controls and annotations.
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const WHITE_SPACE = /\s+/gu
/** Marks without a letter. They would be drawn over the characters before the text. */
const LOOSE_MARKS = /(^|\s)\p{M}+/gu
/** More than 4 marks on one letter, the limit of Unicode's UTS 39. The others would be drawn over other lines. */
const STACKED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu

const EMOJI = /\p{Extended_Pictographic}/u
const JOINING =
  /[\p{Script_Extensions=Arab}\p{Script_Extensions=Syrc}\p{Script_Extensions=Nkoo}\p{Script_Extensions=Deva}\p{Script_Extensions=Beng}\p{Script_Extensions=Guru}\p{Script_Extensions=Gujr}\p{Script_Extensions=Orya}\p{Script_Extensions=Taml}\p{Script_Extensions=Telu}\p{Script_Extensions=Knda}\p{Script_Extensions=Mlym}\p{Script_Extensions=Sinh}\p{Script_Extensions=Khmr}\p{Script_Extensions=Mymr}]/u

interface Spelling {
  readonly sign: RegExp
  readonly before: RegExp
  readonly after?: RegExp
}

/** The places where a hidden character belongs to the spelling of a word or to an emoji. */
const SPELLINGS: readonly Spelling[] = [
  { sign: /[\u200C\u200D]/u, before: JOINING, after: JOINING },
  { sign: /\u200D/u, before: /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u, after: EMOJI },
  { sign: /[\uFE0E\uFE0F]/u, before: EMOJI },
  { sign: /[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u, before: /\p{Script=Han}/u },
  { sign: /[\u180B-\u180D\u180F]/u, before: /[\u1820-\u1878\u1880-\u18AA]/u },
]

/**
 * The text without invisible characters and without marks over other text. Line breaks are kept. With `shownLine` it
 * defines how a text of another person is shown. A name is stored only if they remove nothing from it. Older stored
 * texts are shown through them.
 */
export function shownText(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, '\ufffd')
  return withoutHidden(whole).replace(LOOSE_MARKS, '$1').replace(STACKED_MARKS, '$1')
}

/** The text as one line: as `shownText` does, without line breaks and other controls, with single spaces. */
export function shownLine(text: string): string {
  const visible = withoutHidden(text).replace(CONTROLS, ' ')
  return shownText(visible).replace(WHITE_SPACE, ' ').trim()
}

function withoutHidden(text: string): string {
  if (!HIDDEN.test(text)) return text
  const characters = [...text]
  const shown: string[] = []
  for (const [place, character] of characters.entries()) {
    const isShown = !HIDDEN.test(character)
    if (isShown || isSpelling(character, shown.at(-1), characters[place + 1])) shown.push(character)
  }
  return shown.join('')
}

function isSpelling(character: string, previous = '', next = ''): boolean {
  return SPELLINGS.some(
    ({ sign, before, after }) =>
      sign.test(character) && before.test(previous) && (after?.test(next) ?? true),
  )
}
