import type { z } from 'zod'
import { parseBody } from '../http/body.ts'
import type { SignInAction } from '../modules/people/sign-in-event.type.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

export interface SignInRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  /** The action that is recorded of a request. Null: it changes nothing. */
  readonly action: SignInAction | null
  /** The path also serves staff without a second factor. */
  readonly withoutFactor?: true
  /** The path also serves requests that do not name their session: the body says which account they are about. */
  readonly inAnySession?: true
  serve(context: SignInContext, body: unknown): Promise<SignInResponse>
}

export function withoutFactor(...routes: readonly SignInRoute[]): SignInRoute[] {
  return routes.map((route) => ({ ...route, withoutFactor: true }))
}

export function inAnySession(...routes: readonly SignInRoute[]): SignInRoute[] {
  return routes.map((route) => ({ ...route, inAnySession: true }))
}

export function get(path: string, serve: SignInRoute['serve']): SignInRoute {
  return { method: 'get', path, action: null, serve }
}

/** A path that takes a body. One that returns nothing answers that all is well. */
export function post<Body>(
  path: string,
  action: SignInAction | null,
  schema: z.ZodType<Body>,
  serve: (context: SignInContext, body: Body) => Promise<SignInResponse> | Promise<void>,
): SignInRoute {
  return {
    method: 'post',
    path,
    action,
    serve: async (context, body) =>
      (await serve(context, parseBody(schema, body))) ?? respond({ status: true }),
  }
}
