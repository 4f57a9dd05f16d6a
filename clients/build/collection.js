const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const VARIABLES = {
  // The gateway that serves the collection puts its own address here.
  base_url: 'http://127.0.0.1:4000',
  api_key: '',
  access_token: '',
  client_id: '',
  registry_id: '',
  connection_id: '',
  plant_id: '1001',
}
// The parameters that are variables, by path and name.
const FILLED = [
  [/^\/api\/v1\/connections/, 'id', 'connection_id'],
  [/^\/plants/, 'id', 'plant_id'],
  [/^\/api\/v1/, 'client_id', 'client_id'],
  [/^\/api\/v1/, 'registry_id', 'registry_id'],
]
// An answer that names the first client or asset fills the variable for the requests after it.
const FILLS = {
  getMe: ['client_id', 'data?.[0]?.client_id'],
  listAssets: ['registry_id', 'data?.[0]?.registry_id'],
}

/**
 * The requests of openapi.json as a Postman collection, which Bruno, Insomnia and Hoppscotch import too. Credentials
 * and ids are variables, and no value is in it.
 */
export function buildCollection(text) {
  const document = JSON.parse(text)
  const resolve = resolver(document)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method) => ({
      path,
      method,
      ...methods[method],
    })),
  )
  const tags = [...new Set(operations.map(({ tags = [] }) => tags[0] ?? 'Others'))]
  const folders = tags.map((tag) => ({
    name: tag,
    item: operations
      .filter(({ tags = [] }) => (tags[0] ?? 'Others') === tag)
      .map((operation) => requestOf(operation, resolve)),
  }))
  const collection = {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    item: folders,
    auth: bearer('api_key'),
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
  }
  return Buffer.from(`${JSON.stringify(collection, null, 2)}\n`)
}

function requestOf(operation, resolve) {
  const { path, method, operationId, summary, description, parameters = [] } = operation
  const all = parameters.map(resolve)
  const variableOf = ({ key, ...entry }) => {
    const [, , name] = FILLED.find(([form, id]) => form.test(path) && id === key) ?? []
    return { key, ...entry, ...(name && { value: `{{${name}}}` }) }
  }
  const of = (place) =>
    all
      .filter((parameter) => parameter.in === place)
      .map(entryOf(resolve))
      .map(variableOf)
  // Required ones are sent. A parameter that a program sets as it needs is shown, and is off.
  const withSwitch = ({ required, ...entry }) => ({
    ...entry,
    ...(!required && { disabled: true }),
  })
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = of('query').map(withSwitch)
  const variable = of('path').map(({ required, ...entry }) => entry)
  const body = bodyOf(operation.requestBody, resolve)
  return {
    name: summary,
    event: scriptsOf(operationId),
    request: {
      method: method.toUpperCase(),
      description,
      header: [...of('header').map(withSwitch), ...(body ? [JSON_TYPE] : [])],
      url: urlOf(segments, query, variable),
      ...(path.startsWith('/plants') && { auth: bearer('access_token') }),
      ...(body && { body }),
    },
  }
}

function scriptsOf(operationId) {
  const [name, value] = FILLS[operationId] ?? []
  const tests = [
    "pm.test('is answered', () => pm.expect(pm.response.code).to.be.within(200, 299))",
    ...(name ? [`pm.collectionVariables.set('${name}', pm.response.json().${value} ?? '')`] : []),
  ]
  // Only a return address names a connection.
  const isUnnamed = "if (!pm.collectionVariables.get('connection_id')) pm.execution.skipRequest()"
  return [
    ...(operationId === 'getConnection' ? [scriptOf('prerequest', [isUnnamed])] : []),
    scriptOf('test', tests),
  ]
}

const scriptOf = (listen, exec) => ({ listen, script: { type: 'text/javascript', exec } })

function urlOf(segments, query, variable) {
  const sent = query.filter(({ disabled }) => !disabled)
  const search = sent.map(({ key, value }) => `${key}=${value}`).join('&')
  const raw = `{{base_url}}/${segments.join('/')}${search === '' ? '' : `?${search}`}`
  return { raw, host: ['{{base_url}}'], path: segments, query, variable }
}

const JSON_TYPE = { key: 'Content-Type', value: 'application/json' }

const bearer = (variable) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
})

function entryOf(resolve) {
  return ({ name, description, required, example, examples, schema = {} }) => {
    const shown = [
      example,
      Object.values(examples ?? {}).map(resolve)[0]?.value,
      schemaValue(resolve(schema)),
    ]
    const value = shown.find((each) => each !== undefined) ?? ''
    return { key: name, value: String(value), description, required: required === true }
  }
}

const schemaValue = ({ example, examples, default: standard, enum: values }) =>
  example ?? examples?.[0] ?? standard ?? values?.[0]

function bodyOf(requestBody, resolve) {
  if (!requestBody) return null
  const { example, examples } = resolve(requestBody).content?.['application/json'] ?? {}
  const value = example ?? Object.values(examples ?? {}).map(resolve)[0]?.value ?? {}
  return {
    mode: 'raw',
    raw: JSON.stringify(value, null, 2).replace(/"id": \d+/, '"id": {{plant_id}}'),
    options: { raw: { language: 'json' } },
  }
}

/** Follows references into the document. */
function resolver(document) {
  return function resolve(value) {
    const reference = value?.$ref
    if (typeof reference !== 'string') return value
    const path = reference.slice(2).split('/')
    return resolve(path.reduce((node, name) => node?.[name], document))
  }
}
