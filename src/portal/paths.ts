/** The pages for who is not signed in. */
export const FRONT_PATHS = ['/sign-in', '/invitation/:token'] as const

/** The pages for who is. What a path's parameters are, its page reads with `useParams`. */
export const PATHS = [
  '/',
  '/account/profile',
  '/account/security',
  '/account/activity',
  '/account/tokens',
  '/account/plants',
  '/connect/:link',
  '/connected-apps',
  '/connected-apps/:grantId',
  '/connected-apps/:grantId/edit',
  '/explore',
  '/firms',
  '/firms/:firmId',
  '/firms/:firmId/service-api',
  '/firms/:firmId/service-api/:keyId',
] as const
