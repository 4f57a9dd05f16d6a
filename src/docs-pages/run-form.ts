import { type Html, html } from './html.ts'
import type { Operation, Parameter } from './interface.ts'

// The script sends these itself.
const OWN_HEADERS = ['X-Service-Version', 'X-Request-Id', 'If-None-Match']

/**
 * The form with which a read is sent from the page with the secret of a sandbox key. The field of the secret has no
 * name, so that no form can put it into an address. Null for an operation that needs another credential or writes.
 */
export function runForm(operation: Operation, version: string): Html | null {
  const { method, path, security, parameters } = operation
  if (method !== 'get' || !security.some((each) => 'apiKey' in each)) return null
  const taken = parameters.filter(({ name }) => !OWN_HEADERS.includes(name))
  return html`<section class="run of-script" aria-labelledby="run">
<h2 id="run">Run</h2>
<p>Send the request from this page with the secret of a sandbox key. The secret stays on this page: it is not stored, and leaves with the page. <code>client_id</code> and <code>registry_id</code> are filled in from the key if you leave them empty.</p>
<form class="run-form" data-path="${path}" data-version="${version}" autocomplete="off">
<p><label for="run-key">Secret of a sandbox key</label><input id="run-key" class="run-key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"></p>
${taken.map(field)}
<p><button type="submit">Send</button> <span class="run-status" role="status"></span></p>
</form>
<div class="run-answer" hidden></div>
</section>
`
}

function field({ name, in: place, required }: Parameter): Html {
  const id = `run-${name}`
  return html`<p><label for="${id}"><code>${name}</code>${required && html` <span class="flag">required</span>`}</label><input id="${id}" data-in="${place}" data-name="${name}" spellcheck="false" autocomplete="off"></p>
`
}
