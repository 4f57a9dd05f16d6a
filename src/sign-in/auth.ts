import { passkey } from '@better-auth/passkey'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { SessionCookies } from '../access/cookies.ts'
import { createTypedSecret } from '../access/secret.ts'
import { instantOf } from '../database/clock.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { MAX_CODE_UNITS } from '../modules/people/password.ts'
import { createId } from '../values/ids.ts'
import { ADDRESS_HEADER, INNER_URL } from './forward.ts'
import type { RelyingParty } from './relying-party.ts'

const DAY = 24 * 60 * 60
const RECOVERY_CODES = 10

/** better-auth on the gateway's tables. `key` signs the cookies and encrypts the second factors. */
export function createAuth(
  prisma: PrismaClient,
  key: string,
  { prefix, secure }: Pick<SessionCookies, 'prefix' | 'secure'>,
  relyingParty: RelyingParty,
) {
  return betterAuth({
    appName: 'Orangery',
    baseURL: INNER_URL,
    basePath: '/api/auth',
    // The router has already checked the origin.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? INNER_URL],
    // The secret is a list because an environment variable of better-auth would override a single `secret`.
    secrets: [{ version: 1, value: key }],
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: MAX_CODE_UNITS,
    },
    session: {
      expiresIn: 7 * DAY,
      disableSessionRefresh: true,
      // The gateway requires a recent check itself.
      freshAge: 0,
      cookieCache: { enabled: false },
      fields: { token: 'cookieToken' },
    },
    account: { fields: { password: 'passwordHash' } },
    verification: { fields: { identifier: 'challenge' } },
    plugins: [
      twoFactor({
        // better-auth checks a code before it counts it. The gateway counts codes itself, by account and device.
        accountLockout: { enabled: false },
        backupCodeOptions: {
          customBackupCodesGenerate: () =>
            Array.from({ length: RECOVERY_CODES }, () => createTypedSecret(3, 5)),
        },
        schema: {
          twoFactor: {
            fields: {
              secret: 'totpSecret',
              backupCodes: 'recoveryCodes',
              failedVerificationCount: 'failures',
            },
          },
        },
      }),
      createPasskeyPlugin(relyingParty),
    ],
    databaseHooks: { session: { create: { before: (session) => byDatabase(prisma, session) } } },
    // The gateway limits attempts itself, by address and account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix: prefix,
      // better-auth would add its own, weaker prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      database: { generateId: ({ model }) => idFor(model) },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Set explicitly, because better-auth disables the checks under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

// better-auth takes the instants of a session from the clock of this machine. They must come from the database.
async function byDatabase(
  prisma: PrismaClient,
  session: { readonly createdAt: Date; readonly expiresAt: Date },
) {
  const createdAt = await instantOf(prisma)
  const lifetime = session.expiresAt.getTime() - session.createdAt.getTime()
  const expiresAt = new Date(createdAt.getTime() + lifetime)
  return { data: { ...session, createdAt, updatedAt: createdAt, expiresAt } }
}

function idFor(model: string): string {
  if (model === 'session' || model === 'passkey') return createId(model)
  return crypto.randomUUID()
}

// better-auth's passkey plugin with two more rules. The device must verify its user, by PIN or biometrics, when a
// passkey is added and each time that it signs. Only then does a passkey replace both factors.
function createPasskeyPlugin({ id, origin }: RelyingParty) {
  return passkey({
    rpID: id,
    rpName: 'Orangery',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.authenticationInfo.userVerified),
    },
    schema: { passkey: { fields: { credentialID: 'credentialId' } } },
  })
}

function requireVerifiedUser(verified: boolean | undefined): void {
  if (verified !== true) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
}
