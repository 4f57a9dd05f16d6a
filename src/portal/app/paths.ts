/** The paths of the pages that need no session. */
export const PUBLIC_PATHS = ['/sign-in', '/forgot-password', '/invitation/:token'] as const

/** The paths of the pages for signed-in users. */
export const PATHS = [
  '/',
  '/account/profile',
  '/account/security',
  '/account/activity',
  '/account/mails',
  '/account/tokens',
  '/account/plants',
  '/connect/:link',
  '/connected-apps',
  '/connected-apps/:grantId',
  '/connected-apps/:grantId/edit',
  '/connected-apps/:grantId/receipts/:name',
  '/explore',
  '/firms',
  '/firms/:firmId',
  '/firms/:firmId/clients',
  '/firms/:firmId/logs',
  '/firms/:firmId/logs/:requestId',
  '/firms/:firmId/members',
  '/firms/:firmId/sandbox',
  '/firms/:firmId/service-api',
  '/firms/:firmId/service-api/:keyId',
  '/firms/:firmId/service-api/:keyId/*',
  '/firms/:firmId/webhooks',
  '/people/:userId',
  '/portfolio',
  '/portfolio/:registryId',
  '/search',
] as const
