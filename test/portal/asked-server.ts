import { vi } from 'vitest'

/** An operation that the server is asked for. */
export interface Asked {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The modules of the portal that ask a server which answers so. They are new, with an empty cache. */
export async function portalAsking(answer: (asked: Asked) => Response | Promise<Response>) {
  const page = { querySelector: (): object | null => null }
  // The portal has the language of Node.
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) =>
    answer(JSON.parse(body)),
  )
  vi.stubGlobal('window', new EventTarget())
  vi.resetModules()
  const client = await import('../../src/portal/data/client.ts')
  const { request } = await import('../../src/portal/data/request.ts')
  const { readExportedPage } = await import('../../src/portal/client/portfolio/read-exported.ts')
  const { useQuery } = await import('../../src/portal/data/use-query.ts')
  const { pagesOf } = await import('../../src/portal/data/use-pages.ts')
  vi.stubGlobal('document', page)
  return { ...client, request, readExportedPage, useQuery, pagesOf, page }
}

/** The server's answer with an error of this code. */
export function refusal(code: string): Response {
  return Response.json({ data: null, errors: [{ message: 'x', extensions: { code } }] })
}
