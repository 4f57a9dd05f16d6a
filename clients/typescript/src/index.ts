export type { Api, Options } from './api.ts'
export {
  ApiError,
  AuthenticationError,
  AuthorizationError,
  InvalidRequestError,
  NoResponseError,
  NotFoundError,
  OrangeryError,
  RateLimitError,
  type Refusal,
  ServerError,
  WebhookError,
} from './errors.ts'
export { type FollowOptions, followChanges } from './follow.ts'
export type { components, operations, paths } from './generated/paths.ts'
export { digestOf, type Mirror } from './mirror.ts'
export { Mirrors, type Outcome } from './mirrors.ts'
export { Orangery } from './orangery.ts'
export type { PagedList } from './paged-list.ts'
export { PlantStore } from './plant-store.ts'
export type { RetryOptions } from './retry.ts'
export { MemoryStore, type Store } from './store.ts'
export type * from './types.ts'
export { SERVICE_VERSION, VERSION } from './version.ts'
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts'
