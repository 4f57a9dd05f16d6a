import { isObject, parseJson } from '../../values/json.ts'

// The names that GraphiQL gives its files.
const QUERY = 'operation.graphql'
const VARIABLES = 'variables.json'

/** Where GraphiQL's editor of queries is, once it can be typed in. */
export async function editorOfQueries() {
  for (;;) {
    const editor = findEditor(QUERY)
    if (editor) return editor
    await new Promise((done) => setTimeout(done, 20))
  }
}

function findEditor(file: string) {
  if (typeof monaco === 'undefined') return undefined
  return monaco.editor
    .getEditors()
    .find((editor) => editor.getModel()?.uri.path.endsWith(file) === true)
}

/** Opens a new tab with the query and its variables, as JSON. The contents of other tabs stay. */
export async function openTab(query: string, variables = ''): Promise<void> {
  const before = document.querySelectorAll('.graphiql-tab').length
  document.querySelector<HTMLButtonElement>('button[aria-label="New tab"]')?.click()
  const isOpen = () => document.querySelectorAll('.graphiql-tab').length > before
  for (let tries = 0; tries < 100 && !isOpen(); tries++)
    await new Promise((done) => setTimeout(done, 20))
  const editor = await editorOfQueries()
  editor.setValue(query)
  findEditor(VARIABLES)?.setValue(variables)
  editor.focus()
}

/** The query of the active tab that the storage has. Without it GraphiQL opens an empty tab at each reload. */
export function queryOfTab(storage: Storage): string | undefined {
  if (storage.getItem('graphiql:query') !== null) return undefined
  const state = parseJson(storage.getItem('graphiql:tabState') ?? '')
  if (!isObject(state) || !Array.isArray(state.tabs)) return undefined
  const tab: unknown = state.tabs[Number(state.activeTabIndex)]
  return isObject(tab) && typeof tab.query === 'string' ? tab.query : undefined
}
