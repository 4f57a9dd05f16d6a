import type { z } from 'zod'
import type { Operation } from '../graphql/run.ts'
import type { Area } from '../http/error-body.ts'
import type { Body } from '../versions.ts'
import type { JsonObject } from './json-body.ts'
import type { ListAddress } from './list.ts'

/** Runs an operation in process, through the pipeline of `/graphql`, for the caller of a request. */
export type Run = <Result, Variables extends Record<string, unknown>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/** What a request gives a route. */
export interface RouteInput {
  readonly query: Readonly<Record<string, string>>
  /** The variable part of the path. */
  readonly id: string
  /** The JSON body, of a method that has one. */
  readonly body: JsonObject
  /** Where the request went, for links to other pages. */
  readonly address: ListAddress
}

/** What a route answers: a body, a list too long to hold, or nothing. */
export type Reply =
  | { readonly kind: 'body'; readonly body: Body }
  | { readonly kind: 'list'; readonly chunks: AsyncIterable<readonly unknown[]> }
  | { readonly kind: 'nothing' }

/**
 * One path of the interface. It decides nothing about permission: `prepare` reads the parameters,
 * and throws a GatewayError for bad ones; what it gives then runs the route's operation.
 */
export interface Route {
  readonly area: Area
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  /** The parameters of its query string. */
  readonly parameters: z.ZodRawShape
  readonly prepare: (input: RouteInput) => (run: Run) => Promise<Reply>
}
