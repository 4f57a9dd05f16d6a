import type { z } from 'zod'
import type { Operation } from '../graphql/run.ts'
import type { JsonObject } from '../http/body.ts'
import type { Area } from '../http/error-body.ts'
import type { SkippedRows } from '../values/page-size.ts'
import type { Body } from '../versions.ts'
import type { ListAddress } from './list.ts'
import { type Parameters, parametersOf } from './parameters.ts'

/** Runs an operation for the caller of a request, as `/graphql` does. `skippedRows` are before a numbered page. */
export type Run = <Result, Variables extends Record<string, unknown>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  skippedRows?: SkippedRows,
) => Promise<Result>

/** Runs operations for one request, and returns which fields they withheld. */
export interface OperationRunner {
  readonly run: Run
  /** The members of a GraphQL type that are null for lack of their scope, by result name. Complete after the run. */
  readonly withheldFrom: (type: string) => readonly string[]
}

export interface RouteInput {
  readonly query: Readonly<Record<string, string>>
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

/** The values that a body is built from, in addition to the result of its operation. */
export interface BodyRequest<Query = unknown> {
  readonly query: Query
  readonly address: ListAddress
  readonly withheldFrom: OperationRunner['withheldFrom']
}

interface ReadRoute<Shape extends z.ZodRawShape, Result, Variables> {
  readonly path: string
  readonly parameters: Shape
  readonly operation: Operation<Result, Variables>
  variables(query: Parameters<Shape>, path: RouteInput['path']): Variables
  skips?(query: Parameters<Shape>): SkippedRows
  body(result: Result, request: BodyRequest<Parameters<Shape>>): Body
}

interface AnsweredRoute<Shape extends z.ZodRawShape> {
  readonly path: string
  readonly parameters: Shape
  answer(query: Parameters<Shape>, operations: OperationRunner, input: RouteInput): Promise<Body>
}

/** A path whose `prepare` gets the parsed parameters. */
export function routeOf<Shape extends z.ZodRawShape>(
  route: Pick<Route, 'area' | 'method' | 'path'>,
  parameters: Shape,
  prepare: (query: Parameters<Shape>, input: RouteInput) => ReturnType<Route['prepare']>,
): Route {
  const parse = parametersOf(parameters)
  return { ...route, parameters, prepare: (input) => prepare(parse(input.query), input) }
}

/** A path of area A that answers with a body. */
export function answeredRoute<Shape extends z.ZodRawShape>({
  path,
  parameters,
  answer,
}: AnsweredRoute<Shape>): Route {
  const route = { area: 'portfolio', method: 'get', path } as const
  return routeOf(route, parameters, (query, input) => async (operations) => ({
    kind: 'body',
    body: await answer(query, operations, input),
  }))
}

/** A path of area A that reads one operation. */
export function readRoute<
  Shape extends z.ZodRawShape,
  Result,
  Variables extends Record<string, unknown>,
>({ path, parameters, operation, variables, skips, body }: ReadRoute<Shape, Result, Variables>) {
  return answeredRoute({
    path,
    parameters,
    async answer(query, { run, withheldFrom }, { path, address }) {
      const result = await run(operation, variables(query, path), skips?.(query))
      return body(result, { query, address, withheldFrom })
    },
  })
}
