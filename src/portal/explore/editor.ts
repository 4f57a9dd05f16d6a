/** Where GraphiQL's editor of queries is, once it can be typed in. */
export async function editorOfQueries() {
  for (;;) {
    const editor = findEditor()
    if (editor) return editor
    await new Promise((done) => setTimeout(done, 20))
  }
}

function findEditor() {
  if (typeof monaco === 'undefined') return undefined
  return monaco.editor
    .getEditors()
    .find((editor) => editor.getContainerDomNode().closest('.graphiql-query-editor'))
}

/** Opens a new tab with the query. What is in other tabs stays. */
export async function openTab(query: string): Promise<void> {
  const before = document.querySelectorAll('.graphiql-tab').length
  document.querySelector<HTMLButtonElement>('button[aria-label="New tab"]')?.click()
  const isOpen = () => document.querySelectorAll('.graphiql-tab').length > before
  for (let tries = 0; tries < 100 && !isOpen(); tries++)
    await new Promise((done) => setTimeout(done, 20))
  const editor = await editorOfQueries()
  editor.setValue(query)
  editor.focus()
}
