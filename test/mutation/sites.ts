import { type ESTree, parseSync } from 'vite'
import { sqlChanges } from './sql-changes.ts'

/** One change of a source text that a test should notice. */
export interface Change {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Node = ESTree.Node

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const OTHER_LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }

/** Every change that can be made to a source text, in the order of the text. */
export function findChanges(file: string, source: string): Change[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Change[] = []
  visit(program, (node) => found.push(...changesOf(node, source)))
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

// Types are gone when a program runs, and an import cannot be changed alone.
const NOT_RUN = /^TS(?!As|NonNull|Satisfies)|^Import|^ExportAll/

function visit(node: Node, see: (node: Node) => void): void {
  if (NOT_RUN.test(node.type)) return
  see(node)
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) visit(part, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function changesOf(node: Node, source: string): Change[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [instead('negate a condition', node.test, `!(${textOf(node.test)})`)]
    case 'LogicalExpression':
      return swapOperator(node, source, OTHER_LOGIC, 'swap && and ||')
    case 'BinaryExpression':
      return swapOperator(node, source, COMPARISONS, 'swap a comparison')
    case 'ThrowStatement':
      return [instead('drop a throw', node, ';')]
    case 'ExpressionStatement':
      return 'directive' in node && node.directive ? [] : [instead('drop a statement', node, ';')]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return returnEarly(node)
    case 'Literal':
      return constantChanges(node)
    case 'TemplateElement':
      return sqlChanges(node.start, textOf(node))
    default:
      return []
  }
}

function instead(operator: string, { start, end }: Node, replacement: string): Change {
  return { operator, start, end, replacement }
}

// The operator stands between its two sides, with comments and brackets beside it.
function swapOperator(
  { left, right, operator: sign }: { left: Node; right: Node; operator: string },
  source: string,
  others: Readonly<Record<string, string>>,
  operator: string,
): Change[] {
  const replacement = others[sign]
  const start = source.indexOf(sign, left.end)
  if (replacement === undefined || start < left.end || start >= right.start) return []
  return [{ operator, start, end: start + sign.length, replacement }]
}

// Only of functions that return nothing: without a result, the others fail at once.
function returnEarly({ body }: ESTree.Function | ESTree.ArrowFunctionExpression): Change[] {
  if (body?.type !== 'BlockStatement' || body.body.length === 0) return []
  let hasResult = false
  visit(body, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) hasResult = true
  })
  const start = body.start + 1
  return hasResult ? [] : [{ operator: 'return early', start, end: start, replacement: ' return;' }]
}

function constantChanges(node: Node): Change[] {
  if (!('value' in node)) return []
  const { value, start, end } = node
  if (typeof value === 'number')
    return [{ operator: 'change a number', start, end, replacement: String(value + 1) }]
  if (typeof value === 'boolean')
    return [{ operator: 'change a truth value', start, end, replacement: String(!value) }]
  return 'raw' in node && typeof value === 'string' && typeof node.raw === 'string'
    ? sqlChanges(start, node.raw)
    : []
}
