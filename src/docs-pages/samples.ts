import { renderCode } from './highlight.ts'
import { type Html, html } from './html.ts'

// The example address of the guide. The program of the pages puts the address of its gateway in its place.
const ORIGIN = 'https://portfolio.example.com'

interface SampleRequest {
  readonly method: string
  /** With the parameters. */
  readonly path: string
  /** The environment variable with the credential. */
  readonly variable: string
  /** The value of `X-Service-Version`, if the path has versions. */
  readonly version: string | null
  readonly body: unknown
}

/** The request in three languages, as a choice that works without a script. `id` is unique on its page. */
export function sampleTabs(request: SampleRequest, id: string): Html {
  const samples = [
    { key: 'curl', label: 'curl', language: 'sh', code: curl(request) },
    { key: 'ts', label: 'TypeScript', language: 'typescript', code: typescript(request) },
    { key: 'py', label: 'Python', language: 'python', code: python(request) },
  ]
  const choices = samples.map(
    ({ key, label }, i) =>
      html`<label><input type="radio" name="${id}" value="${key}"${i === 0 && html` checked`}> ${label}</label>`,
  )
  const panels = samples.map(
    ({ key, label, language, code }) =>
      html`<div class="sample ${key}"><p class="of-print">${label}</p>${renderCode(code, language, `The request in ${label}`)}</div>`,
  )
  return html`<div class="samples"><fieldset><legend>Language</legend>${choices}</fieldset>${panels}</div>`
}

function headersOf({ version, body }: SampleRequest): [name: string, value: string][] {
  const headers = { 'X-Service-Version': version, 'Content-Type': body && 'application/json' }
  return Object.entries(headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
}

function curl(request: SampleRequest): string {
  const { method, path, variable, body } = request
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${ORIGIN}${path}"`,
    `-H "Authorization: Bearer $${variable}"`,
    ...headersOf(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

function typescript(request: SampleRequest): string {
  const { method, path, variable, body } = request
  const headers = headersOf(request).map(([name, value]) => `    '${name}': '${value}',`)
  return [
    "import { env } from 'node:process'",
    '',
    `const response = await fetch('${ORIGIN}${path}', {`,
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${env.${variable}}\`,`,
    ...headers,
    '  },',
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    '})',
    method === 'delete'
      ? 'console.log(response.status)'
      : 'console.log(response.status, await response.json())',
  ].join('\n')
}

function python(request: SampleRequest): string {
  const { method, path, variable, body } = request
  const headers = headersOf(request).map(([name, value]) => `        "${name}": "${value}",`)
  return [
    ...(method === 'delete' ? [] : ['import json']),
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${ORIGIN}${path}",`,
    ...(method === 'get' ? [] : [`    method="${method.toUpperCase()}",`]),
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['${variable}']}",`,
    ...headers,
    '    },',
    ...(body ? [`    data=json.dumps(${JSON.stringify(body)}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    method === 'delete'
      ? '    print(response.status)'
      : '    print(response.status, json.load(response))',
  ].join('\n')
}
