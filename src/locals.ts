import type { Caller } from './access/caller.ts'
import type { GatewayError } from './errors.ts'
import type { Target } from './http/target.ts'
import type { Deadline } from './load/deadline.ts'
import type { RequestContext } from './load/request-context.ts'
import type { IdentifiedCaller, ReadParameters } from './rest/admission.ts'

declare global {
  namespace Express {
    /** Values that a step of a request stores in its response for later steps. */
    interface Locals {
      target: Target
      /** The error if the target could not be parsed; else null. */
      malformed: GatewayError | null
      /** Set for every request, before any route. */
      requestContext: RequestContext
      deadline: Deadline
      /** Set if the request is traced. */
      traceId?: string
      /** Set for GraphQL requests. */
      caller: Caller | null
      /** The path in the REST route table that matches the request; undefined if there is none. */
      path: string | undefined
      /** The status that usage counts, if the response has another: of a call of a tool that was rejected. */
      countedStatus?: number
      /** The target that usage counts, if the request has another: that of the tool that it calls. */
      countedTarget?: { readonly path: string; readonly query: string }
      /** Set for REST requests, like the next member. */
      identified: IdentifiedCaller
      parameters: ReadParameters
    }
  }
}
