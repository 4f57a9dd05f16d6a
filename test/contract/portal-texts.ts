import { formatCode, KNOWN_CODES } from '../../src/portal/words/codes.ts'
import { isNode, SOURCES, syntaxOf } from './source-syntax.ts'

// GraphiQL and the documentation are in English, which their pages state.
const ENGLISH = /portal\/(explore|docs|generated|i18n)\//
// Attributes whose values no person reads.
const CODES =
  /^(className|style|type|autoComplete|inputMode|variant|size|[cwhmp]|m[tblrxy]|p[tblrxy]|gap|align|justify|role|d|viewBox|href|to|id|key|color|f[wfz]|lh|rel|target|pos|component|order|position|stroke|fill|ta|hiddenFrom|visibleFrom|underline|scope|lang|dir|data-.*|aria-(live|current|haspopup|describedby|labelledby|controls|hidden))$/
const WORD = /\p{L}{2}/u
// Two words, or one with a capital letter.
const SENTENCE = /^[^/.#<>=;_]*\p{L}{2,}[,:]? \p{L}[^/#<>=;_]*$|^\p{Lu}\p{Ll}+[.…]?$/u

export interface CodeText {
  readonly text: string
  readonly file: string
}

const files = SOURCES.filter((file) => file.includes('src/portal/') && !ENGLISH.test(file))

/** Each text that is shown in the language of the page, with its file. */
export const TRANSLATED: readonly CodeText[] = [
  ...files.flatMap((file) =>
    argumentsOf(syntaxOf(file)).map((node) => ({ text: textOf(node), file })),
  ),
  ...[...KNOWN_CODES].map((code) => ({
    text: formatCode(code),
    file: 'src/portal/words/codes.ts',
  })),
]

/** Literal texts of elements and attributes, which are English in each language. */
export function literalTexts(): CodeText[] {
  return files.flatMap((file) => {
    const nodes = syntaxOf(file)
    const known = new Set(argumentsOf(nodes))
    return nodes.flatMap((node) => literalsOf(node, known)).map((text) => ({ text, file }))
  })
}

function literalsOf(node: Record<string, unknown>, known: ReadonlySet<unknown>): string[] {
  switch (node.type) {
    case 'JSXText':
      return WORD.test(String(node.value)) ? [String(node.value).trim()] : []
    case 'JSXAttribute':
      return isNode(node.name) && CODES.test(String(node.name.name)) ? [] : sentencesIn(node.value)
    case 'JSXExpressionContainer':
      return sentencesIn(node.expression)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((each) => sentencesIn(each))
    case 'Property':
      return sentencesIn(node.value)
    case 'ReturnStatement':
      return sentencesIn(node.argument)
    case 'ArrayExpression':
      return (Array.isArray(node.elements) ? node.elements : []).flatMap(sentencesIn)
    default:
      return []
  }
  function sentencesIn(value: unknown): string[] {
    if (!isNode(value) || known.has(value)) return []
    const isText = value.type === 'Literal' || value.type === 'TemplateLiteral'
    return isText && SENTENCE.test(textOf(value)) ? [textOf(value)] : []
  }
}

function argumentsOf(nodes: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return []
    const [first] = Array.isArray(node.arguments) ? node.arguments : []
    return ['t', 'rich'].includes(String(node.callee.name)) && isNode(first) ? [first] : []
  })
}

function textOf(node: Record<string, unknown>): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : []
  return quasis.map(({ value }) => (isNode(value) ? String(value.cooked) : '')).join('{}')
}
