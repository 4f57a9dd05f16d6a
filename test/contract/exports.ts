import { importsIn } from './imports.ts'

const DECLARED =
  /^export (?:async |abstract )?(?:const|let|function\*?|class|type|interface|enum) ([\w$]+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}/gm
const WORD = /[\w$]+/g

interface Export {
  readonly file: string
  readonly name: string
}

/** The names that files export and that no other file uses. */
export function unusedExports(texts: ReadonlyMap<string, string>): Export[] {
  const used = usedNames(texts)
  return [...texts].flatMap(([file, text]) =>
    exportedNames(text)
      .filter((name) => !used.get(file)?.has(name))
      .map((name) => ({ file, name })),
  )
}

// A file uses every word of its text that a file which it imports exports. This covers members of a namespace and
// names that `await import()` returns.
function usedNames(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    const words = text.match(WORD) ?? []
    for (const imported of new Set(importsIn(file, text))) {
      const names = used.get(imported) ?? new Set()
      used.set(imported, names)
      for (const word of words) names.add(word)
    }
  }
  return used
}

function exportedNames(text: string): string[] {
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name)
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) => names.split(','))
  const renamed = listed.map((name) => name.match(WORD)?.at(-1) ?? '')
  return [...declared, ...renamed].filter((name) => name !== '')
}
