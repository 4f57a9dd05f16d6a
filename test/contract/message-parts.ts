import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** The arguments, tags and choices of a text, each once. A translation may move and repeat them. */
export function partsOf(text: string): string[] {
  return [...new Set(partsIn(parse(text)))].sort()
}

/** The forms of each plural of a text. A text for an exact number is not one of them. */
export function pluralsOf(text: string): string[][] {
  return pluralsIn(parse(text))
}

function partsIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...partsIn(element.children)]
      case TYPE.select:
      case TYPE.plural: {
        const options = Object.entries(element.options)
        const keys = options.map(([key]) => key).filter((key) => isKept(element, key))
        const inside = options.flatMap(([, { value }]) => partsIn(value))
        return [`{${element.value}}`, ...keys.map((key) => `${element.value} ${key}`), ...inside]
      }
      default:
        return [`{${element.value}}`]
    }
  })
}

// The forms of a plural are those of the language. A text for an exact number is not one of them.
function isKept({ type }: MessageFormatElement, key: string): boolean {
  return type === TYPE.select || key.startsWith('=')
}

function pluralsIn(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children)
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    const keys = Object.keys(element.options).filter((key) => !key.startsWith('='))
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return element.type === TYPE.plural ? [keys.sort(), ...inside] : inside
  })
}
