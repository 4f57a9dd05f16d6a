import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { GatewayError } from '../errors.ts'
import type { RequestContext } from '../load/request-context.ts'

interface Messages {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** The functions that answer requests, and the classes of the requests and responses that it takes. */
export interface App {
  readonly listener: RequestListener
  /** Answers a request whose body is malformed or late. Anything that its listener still sends is dropped. */
  readonly rejectRunning: (response: ServerResponse, error: GatewayError) => void
  /** Counts a request that reached no listener against its address. Returns the error to send. */
  readonly countError: (
    requestContext: RequestContext,
    error: GatewayError,
  ) => Promise<GatewayError>
  readonly messages: Messages
}

/**
 * Creates classes whose objects have the methods of this app from the start. Otherwise Express changes the prototype of
 * each, and V8 keeps them until it collects the whole heap. Each small collection then takes milliseconds.
 */
export function createMessages(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
