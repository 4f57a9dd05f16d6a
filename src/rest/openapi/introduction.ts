/** The text about all operations. */
export const INTRODUCTION = `Read access to client portfolios within the grants of their owners (area A), and a store of plants (area B).

**Rate limits.** Every response says how much of its window is left. A request costs one, also a HEAD, an error and a 304. Over the limit the answer is 429: wait for \`Retry-After\`, then back off exponentially.

**Conditional requests.** Every 200 of area A has an \`ETag\`. Send it as \`If-None-Match\`, and get 304 without a body while nothing that you may see has changed.

**Compression.** Bodies of area A from 1 KB are compressed for a request with \`Accept-Encoding: gzip\` or \`br\`.

**Errors.** Every error response has its code in \`X-Error-Code\`, and area A in its body too. Requests with unknown or repeated parameters are refused.

**What can be added.** Objects of responses can gain members, and lists that are called open can gain values, without a new version: ignore what you do not know. What you send is closed.

**Values.** Instants are RFC 3339 in UTC with milliseconds. Decimals are text, exact. All amounts of a portfolio are in its own currency. Lengths are in Unicode code points.`

export const TAGS = [
  {
    name: 'portfolio',
    description:
      'Area A: the portfolios of clients. A client grants a key scopes, over the assets of a filter; each scope shows its own data.',
  },
  { name: 'plants', description: 'Area B: your own plants.' },
]
