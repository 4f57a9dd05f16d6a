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
  '/firms/:firmId/members',
  '/firms/:firmId/service-api',
  '/firms/:firmId/service-api/:keyId',
  '/firms/:firmId/service-api/:keyId/requests',
  '/firms/:firmId/service-api/:keyId/requests/:requestId',
  '/firms/:firmId/service-api/:keyId/webhooks',
  '/firms/:firmId/service-api/:sandboxKeyId/sandbox',
  '/people/:userId',
  '/portfolio',
  '/portfolio/assets',
  '/portfolio/statement/:year',
  '/portfolio/:registryId',
  '/search',
] as const
