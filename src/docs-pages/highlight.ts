import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import graphql from 'shiki/langs/graphql.mjs'
import http from 'shiki/langs/http.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import shell from 'shiki/langs/shellscript.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import { escapeHtml, Html, html } from './html.ts'

const THEME = 'classes'
const highlighter = await createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--', fontStyle: false })],
  langs: [graphql, http, json, python, shell, typescript],
  engine: createJavaScriptRegexEngine(),
})

/** A block of code, in colours by classes: the policy of the pages has no inline styles. */
export function renderCode(code: string, language: string, name = 'Code'): Html {
  const known = highlighter.getLoadedLanguages().includes(language)
  const text = code.replace(/\n$/, '')
  const body = known ? colored(text, language) : new Html(escapeHtml(text))
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${name}"><code>${body}</code></pre></div>`
}

function colored(code: string, language: string): Html {
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: THEME,
    // A limit of time would leave code without colours where the build is slow.
    tokenizeTimeLimit: 0,
  })
  const lines = tokens.map((line) => line.map(({ content, color }) => spanOf(content, color)))
  return new Html(lines.map((line) => line.join('')).join('\n'))
}

// The theme names a variable such as `var(--token-string-expression)`. Its first word is the class.
function spanOf(content: string, color = ''): string {
  const kind = /--token-(\w+)/.exec(color)?.[1]
  const text = escapeHtml(content)
  return kind === undefined || content.trim() === ''
    ? text
    : `<span class="t-${kind}">${text}</span>`
}
