import type { z } from 'zod'
import type { Operation } from '../graphql/run.ts'
import type { Area } from '../http/error-body.ts'
import type { JsonObject } from '../http/json-body.ts'
import type { SkippedRows } from '../values/page-size.ts'
import type { Body } from '../versions.ts'
import type { ListAddress } from './list.ts'

/**
 * Runs an operation in process for the caller of a request, through the pipeline of `/graphql`. `skippedRows` are the
 * rows before a numbered page.
 */
export type Run = <Result, Variables extends Record<string, unknown>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  skippedRows?: SkippedRows,
) => Promise<Result>

/** Runs operations for one request, and returns which fields they withheld. */
export interface OperationRunner {
  readonly run: Run
  /**
   * The members that are null in objects of a GraphQL type because their scope is not visible, by the names in the
   * result. The list is complete after the operation has run.
   */
  readonly withheldFrom: (type: string) => readonly string[]
}

/** The parts of a request that a route uses. */
export interface RouteInput {
  readonly query: Readonly<Record<string, string>>
  /** The variable parts of the path, by name. */
  readonly path: Readonly<Record<string, string>>
  /** The JSON body, for a method that has one. */
  readonly body: JsonObject
  /** The path and parameters of the request, for links to other pages. */
  readonly address: ListAddress
}

/** The response of a route: a body, a list too long to hold in memory, or nothing. */
export type Reply =
  | { readonly kind: 'body'; readonly body: Body }
  | { readonly kind: 'list'; readonly chunks: AsyncIterable<readonly unknown[]> }
  | { readonly kind: 'nothing' }

/**
 * One path of the interface. It makes no decision about permissions. `prepare` reads the parameters and throws a
 * GatewayError for invalid ones. The function that it returns runs the route's operation.
 */
export interface Route {
  readonly area: Area
  readonly method: 'get' | 'post' | 'delete'
  /** The path, with variable parts by name: `/api/v1/assets/:registry_id`. */
  readonly path: string
  /** The parameters of its query string. */
  readonly parameters: z.ZodRawShape
  readonly prepare: (input: RouteInput) => (operations: OperationRunner) => Promise<Reply>
}
