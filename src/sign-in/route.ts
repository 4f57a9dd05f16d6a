import type { z } from 'zod'
import { GatewayError } from '../errors.ts'
import type { SignInAction } from '../modules/people/sign-in-event.type.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

export interface SignInRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  /** The action that is recorded of a request. Null: it changes nothing. */
  readonly action: SignInAction | null
  /** The path also serves staff without a second factor. */
  readonly withoutFactor?: true
  /**
   * The path also serves requests that do not name their session. The body says which account the request is about, not
   * the session.
   */
  readonly inAnySession?: true
  serve(body: unknown, context: SignInContext): Promise<SignInResponse>
}

export function withoutFactor(...routes: readonly SignInRoute[]): SignInRoute[] {
  return routes.map((route) => ({ ...route, withoutFactor: true }))
}

export function inAnySession(route: SignInRoute): SignInRoute {
  return { ...route, inAnySession: true }
}

export function get(
  path: string,
  serve: (context: SignInContext) => Promise<SignInResponse>,
): SignInRoute {
  return { method: 'get', path, action: null, serve: (_body, context) => serve(context) }
}

/** A path that takes a body. One that returns nothing answers that all is well. */
export function post<Body>(
  path: string,
  action: SignInAction | null,
  schema: z.ZodType<Body>,
  serve: (body: Body, context: SignInContext) => Promise<SignInResponse> | Promise<void>,
): SignInRoute {
  return {
    method: 'post',
    path,
    action,
    serve: async (body, context) =>
      (await serve(read(schema, body), context)) ?? respond({ status: true }),
  }
}

function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys'
  throw new GatewayError(
    'invalid_body',
    `${unknown ? 'The body has an unknown member' : issue?.message}.`,
  )
}
