import { program, style, workers } from 'graphiql-files'
import { ask, askAs, describeAsker } from './asker.ts'
import { editorOfQueries, openTab } from './editor.ts'
import { EXAMPLES } from './examples.ts'
import { storageWithoutSecrets } from './storage.ts'

// Monaco looks up its workers by these labels. As a global, its editors can be found.
Object.assign(self, {
  MonacoEnvironment: {
    globalAPI: true,
    getWorkerUrl: (_module: string, label: string) => workers[label],
  },
})

const find = <Kind extends Element>(selector: string, kind: new () => Kind): Kind => {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page lacks ${selector}`)
}

const who = find('#who', HTMLElement)
const as = find('#as', HTMLSelectElement)
const secret = find('#secret', HTMLInputElement)
const example = find('#example', HTMLSelectElement)
const early = find('#early', HTMLTextAreaElement)

function load(): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = style
  const script = document.createElement('script')
  script.src = program
  script.addEventListener('load', start)
  script.addEventListener('error', () => {
    who.textContent = 'GraphiQL could not be loaded. Reload the page.'
  })
  document.head.append(link, script)
}

async function start(): Promise<void> {
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    fetcher: ask,
    storage: storageWithoutSecrets(),
    defaultTabs: EXAMPLES.map(({ query }) => ({ query })),
    shouldPersistHeaders: false,
  })
  const editor = await editorOfQueries()
  const hadFocus = document.activeElement === early
  const typed = early.value
  early.hidden = true
  if (typed.trim() !== '') await openTab(typed)
  else if (hadFocus) editor.focus()
  find('#insert', HTMLButtonElement).disabled = false
  await sayWhoAsks()
}

async function sayWhoAsks(): Promise<void> {
  const { known, text } = await describeAsker()
  if (!known) letSessionAsk()
  who.textContent = text
}

function letSessionAsk(): void {
  askAs(null)
  as.value = 'session'
  find('#key', HTMLElement).hidden = true
}

as.addEventListener('change', () => {
  const isKey = as.value === 'key'
  find('#key', HTMLElement).hidden = !isKey
  if (isKey) return secret.focus()
  letSessionAsk()
  void sayWhoAsks()
})

find('#asker', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  const pasted = secret.value.trim()
  secret.value = ''
  if (pasted === '') return
  askAs(pasted)
  who.textContent = 'Checking the key…'
  void sayWhoAsks()
})

find('#examples', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  const chosen = EXAMPLES[example.selectedIndex]
  if (chosen) void openTab(chosen.query)
})

example.append(...EXAMPLES.map(({ name }) => new Option(name)))
load()
