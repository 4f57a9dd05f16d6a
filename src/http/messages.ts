import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** The classes from which a server makes requests and responses. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** What answers requests, and the classes of the requests and responses that it takes. */
export interface App {
  readonly listener: RequestListener
  readonly messages: Messages
}

/**
 * Classes whose requests and responses have the methods of this app from the start. For others Express changes the
 * prototypes with each request. V8 then keeps the objects of a request until it collects the whole heap, so that each small
 * collection takes milliseconds.
 */
export function createMessages(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
