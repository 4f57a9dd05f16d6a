import { memberOf } from '../../values/json.ts'
import { keep, kept } from '../data/kept.ts'
import { type Call, type Reply, sendRead } from '../data/send-read.ts'
import { addCopyButtons } from './copy-code.ts'
import { element } from './element.ts'
import { createOwnKey } from './own-key.ts'
import { requestPath, type Value } from './request-path.ts'

// Production keys read the portfolios of real clients: they do not belong on a page for trying requests.
const SANDBOX = /^sk_test_\w+$/
const SECRET = 'orangery-docs-secret'

/** The form that sends the request of a page with the secret of a sandbox key. */
export function enableRun(): void {
  const form = document.querySelector<HTMLFormElement>('.run-form')
  const secret = form?.querySelector<HTMLInputElement>('.run-key')
  const status = form?.querySelector<HTMLElement>('.run-status')
  const answer = document.querySelector<HTMLElement>('.run-answer')
  if (!form || !secret || !status || !answer) return
  let busy = false
  const work = async (title: string, done: () => Promise<readonly (Node | string)[]>) => {
    if (busy) return
    busy = true
    status.textContent = title
    status.replaceChildren(...(await done()))
    busy = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void work('Sending…', async () => {
      answer.hidden = true
      return [await run(form, secret.value.trim(), answer)]
    })
  })
  const keepSecret = () => keep('tab', SECRET, SANDBOX.test(secret.value) ? secret.value : '')
  secret.value = kept('tab', SECRET) ?? ''
  secret.addEventListener('change', keepSecret)
  const createKey = async () => {
    const made = await createOwnKey()
    if (made.secret) secret.value = made.secret
    keepSecret()
    const help = made.help ? [element('a', { href: made.help }, 'Open the portal')] : []
    return [made.text, ' ', ...help]
  }
  form
    .querySelector('.run-own')
    ?.addEventListener('click', () => void work('Creating a key…', createKey))
}

/** Sends the request and shows the answer. Gives what happened, in a sentence. */
async function run(form: HTMLFormElement, secret: string, answer: HTMLElement): Promise<string> {
  if (secret.startsWith('sk_live_'))
    return 'This is the secret of a production key. Use a sandbox key: sk_test_….'
  if (!SANDBOX.test(secret)) return 'Enter the secret of a sandbox key: sk_test_….'
  const { path = '', version = '' } = form.dataset
  const call = { secret, version }
  const values = await fillRequest(valuesOf(form), call)
  for (const { input, value } of values) input.value = value
  const missing = values.find(({ place, value }) => place === 'path' && value === '')
  if (missing) return `Enter ${missing.name}.`
  const reply = await sendRead(requestPath(path, values), call)
  if (reply === null) return 'The server cannot be reached.'
  show(reply, answer)
  return `Answered with status ${reply.status} in ${reply.milliseconds} ms.`
}

function valuesOf(form: HTMLFormElement): Value[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-name]')].map((input) => ({
    input,
    name: input.dataset.name ?? '',
    place: input.dataset.in ?? '',
    value: input.value.trim(),
  }))
}

function show({ path, headers, body }: Reply, answer: HTMLElement): void {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  answer.replaceChildren(
    block('The request', `GET ${path}`),
    block('Headers', lines.join('\n')),
    block('Body', body),
    ...helpFor(headers),
  )
  addCopyButtons(answer)
  answer.hidden = false
}

function block(title: string, text: string): HTMLElement {
  const code = element('code', {}, text)
  const box = element('pre', { tabIndex: 0, role: 'group', ariaLabel: title }, code)
  return element('div', {}, element('h3', {}, title), element('div', { className: 'code' }, box))
}

function helpFor(headers: Reply['headers']): HTMLElement[] {
  const code = headers.get('X-Error-Code')
  if (code === null) return []
  const href = `/docs/errors#${encodeURIComponent(code)}`
  return [element('p', {}, element('a', { href }, `What ${code} means, and what to do`))]
}

// The values with `client_id` and `registry_id` of what the key can read, where they are empty.
async function fillRequest(values: readonly Value[], call: Call): Promise<readonly Value[]> {
  const found = new Map(values.map(({ name, value }) => [name, value]))
  if (found.get('client_id') === '')
    found.set('client_id', await firstOf('/api/v1/me?page_size=1', 'client_id', call))
  const clientId = found.get('client_id') ?? ''
  const assets = `/api/v1/assets?client_id=${encodeURIComponent(clientId)}&page_size=1`
  if (found.get('registry_id') === '' && clientId !== '')
    found.set('registry_id', await firstOf(assets, 'registry_id', call))
  return values.map((each) => ({ ...each, value: found.get(each.name) ?? '' }))
}

// A member of the first entry of a list; empty if there is none.
async function firstOf(path: string, member: string, call: Call): Promise<string> {
  const reply = await sendRead(path, call)
  const value = memberOf(reply?.json, 'data', '0', member)
  return typeof value === 'string' ? value : ''
}
