import type { Plugin } from 'vitest/config'

const TAG = /graphql`\s*(?:query|mutation|fragment)\s+(\w+)[^`]*`/g

/** Puts what the compiler made of a document in the place of its tag, as Relay's plugin for Babel does. */
export function compiledTags(): Plugin {
  return {
    name: 'relay-compiled-tags',
    enforce: 'pre',
    transform(code, id) {
      const names = [...code.matchAll(TAG)].map(([, name]) => name)
      if (!/\/test\/relay\/(?!node_modules)/.test(id) || names.length === 0) return null
      const imports = names.map((name) => `import ${name} from '${artifact(name)}'\n`)
      return { code: imports.join('') + code.replace(TAG, '$1'), map: null }
    },
  }
}

function artifact(name = ''): string {
  return new URL(`generated/artifacts/${name}.graphql.ts`, import.meta.url).pathname
}
