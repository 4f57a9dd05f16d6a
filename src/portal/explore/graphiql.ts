import { program, style, workers } from 'graphiql-files'
import { removeSecrets } from '../../values/redact-secrets.ts'
import { ask, askAs, describeAsker } from './asker.ts'
import { editorOfQueries, openTab, queryOfTab } from './editor.ts'
import { EXAMPLES, type Example, OPENED } from './examples.ts'
import { readHistory, remember } from './history.ts'

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
const storage = storageWithoutSecrets()
// An example that is opened reads the portfolio of this client.
let clientId: string | null = null
const early = find('#early', HTMLTextAreaElement)

function load(): void {
  const look = { rel: 'stylesheet', href: style }
  const link = Object.assign(document.createElement('link'), look)
  const script = Object.assign(document.createElement('script'), { src: program })
  script.addEventListener('load', start)
  script.addEventListener('error', () => {
    who.textContent = 'GraphiQL could not be loaded. Reload the page.'
  })
  document.head.append(link, script)
}

async function start(): Promise<void> {
  const initialQuery = queryOfTab(storage)
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    fetcher: askAndRemember,
    storage,
    ...(initialQuery && { initialQuery }),
    logo: '',
    title: '',
    defaultTabs: EXAMPLES.slice(0, OPENED).map(({ query }) => ({ query })),
    shouldPersistHeaders: false,
  })
  await replaceEarlyField()
  find('#insert', HTMLButtonElement).disabled = false
  await sayWhoAsks()
}

// A person who is typing goes on in the editor, at the same place.
async function replaceEarlyField(): Promise<void> {
  const editor = await editorOfQueries()
  const hadFocus = document.activeElement === early
  if (early.value.trim() !== '') {
    await openTab(early.value)
    // It may have become longer while the tab opened.
    editor.setValue(early.value)
    const place = editor.getModel()?.getPositionAt(early.selectionStart)
    if (place) editor.setPosition(place)
  }
  early.hidden = true
  if (hadFocus) editor.focus()
}

const askAndRemember: typeof ask = (request, options) => {
  if (request.operationName !== 'IntrospectionQuery') {
    remember(storage, request)
    showChoices()
  }
  return ask(request, options)
}

async function sayWhoAsks(): Promise<void> {
  const { known, text, ...asker } = await describeAsker()
  clientId = asker.clientId
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
  const [kind, index] = example.value.split(' ')
  const ran = kind === 'ran' ? readHistory(storage)[Number(index)] : undefined
  const chosen = kind === 'example' ? EXAMPLES[Number(index)] : undefined
  if (ran) void openTab(ran.query, ran.variables)
  if (chosen) void openTab(chosen.query, variablesOf(chosen))
})

function variablesOf({ variables }: Example): string {
  if (!variables) return ''
  const filled =
    'clientId' in variables && clientId !== null ? { ...variables, clientId } : variables
  return JSON.stringify(filled, null, 2)
}

function showChoices(): void {
  const groups = new Map<string, HTMLOptGroupElement>()
  const add = (label: string, name: string, value: string) => {
    const group = groups.get(label) ?? Object.assign(document.createElement('optgroup'), { label })
    group.append(new Option(name, value))
    groups.set(label, group)
  }
  for (const [i, { callers, name }] of EXAMPLES.entries()) add(callers, name, `example ${i}`)
  for (const [i, { name }] of readHistory(storage).entries()) add('Run before', name, `ran ${i}`)
  example.replaceChildren(...groups.values())
}

showChoices()
load()

// The browser's storage, without secrets: what GraphiQL keeps of a tab or of its history may hold one that was
// typed. Without local storage, nothing is kept.
function storageWithoutSecrets(): Storage {
  const kept = openStorage()
  return {
    get length() {
      return kept?.length ?? 0
    },
    key: (index) => kept?.key(index) ?? null,
    getItem: (name) => kept?.getItem(name) ?? null,
    setItem: (name, value) => kept?.setItem(name, removeSecrets(value)),
    removeItem: (name) => kept?.removeItem(name),
    clear: () => kept?.clear(),
  }
}

function openStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
