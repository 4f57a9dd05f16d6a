import type { RequestHandler } from 'express'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { ERROR_CODES, type GatewayError } from '../errors.ts'
import { endStatusOf, methodLabel, onRequestEnd } from '../load/request-context.ts'
import { routeLabel } from './route-label.ts'

// The buckets reach from a response of the cache to the time limit of a request.
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Registers the metrics of requests, and returns the functions that measure them. */
export function createRequestMetrics(registry: Registry) {
  const { requests, durations, running, errors } = register(registry)
  const measureRequests: RequestHandler = (request, response, next) => {
    const started = performance.now()
    running.inc()
    onRequestEnd(response, () => {
      running.dec()
      const route = routeLabel(request, response)
      // An alarm of errors must not sound for an error that a partner asked for.
      const { error, isSimulated } = response.locals.requestContext
      const status = isSimulated ? 'simulated' : endStatusOf(response)
      requests.inc({ route, method: methodLabel(request.method), status })
      if (error && !isSimulated) errors.inc({ code: error.code })
      if (!isSimulated) durations.observe({ route }, (performance.now() - started) / 1000)
    })
    next()
  }
  const countUnparsed = ({ status, code }: Pick<GatewayError, 'status' | 'code'>): void => {
    requests.inc({ route: 'other', method: 'other', status })
    errors.inc({ code })
  }
  return { measureRequests, countUnparsed }
}

function register(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'orangery_http_requests_total',
    help: 'Requests that have ended. The status 499 is a caller that disconnected, `simulated` a sandbox key that asked for the outcome.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'orangery_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response. A slow reader makes it longer.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const running = new Gauge({
    name: 'orangery_http_requests_in_flight',
    help: 'Requests that have not ended.',
    registers,
  })
  const errors = new Counter({
    name: 'orangery_request_errors_total',
    help: 'Requests that ended with an error, by its code; of a GraphQL response the most severe one.',
    labelNames: ['code'],
    registers,
  })
  for (const code of ERROR_CODES) errors.inc({ code }, 0)
  return { requests, durations, running, errors }
}
