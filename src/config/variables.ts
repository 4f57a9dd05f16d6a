import { z } from 'zod'
import { MAX_SERVING_CONNECTIONS } from '../embedded-postgres/settings.ts'
import {
  addressRanges,
  collectorUrl,
  corsOrigins,
  databaseUrl,
  headerList,
  mailAddress,
  redisUrl,
  securityContact,
  sharedPart,
  smtpUrl,
  supportContact,
  trustProxy,
  wholeNumber,
} from './values.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export const Variables = z.object({
  PORT: wholeNumber(0, 65535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.orangery'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  CACHE_MB: wholeNumber(0, 65536).default(64),
  DATABASE_POOL: wholeNumber(4, 200).default(10),
  REQUEST_TIMEOUT_MS: wholeNumber(1_000, 300_000).default(10_000),
  REDIS_URL: redisUrl.optional(),
  WEB_CONCURRENCY: wholeNumber(1, 64).default(1),
  GATEWAY_PROCESSES: wholeNumber(1, 10_000).optional(),
  DRAIN_GRACE_MS: wholeNumber(0, 300_000).default(1_500),
  TRUST_PROXY: trustProxy.default(false),
  DEMO: z.enum(['on', 'off'], 'takes on or off').default('on'),
  SECURITY_CONTACT: securityContact.optional(),
  SUPPORT_CONTACT: supportContact.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s) address' }).optional(),
  MCP: z.enum(['on', 'off'], 'takes on or off').default('off'),
  CORS_ORIGINS: corsOrigins.default([]),
  AUTH_SECRET: z.string().min(32, 'takes at least 32 characters').optional(),
  MAIL_COMMAND: z.string().optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailAddress.optional(),
  WEBHOOK_ALLOWED_RANGES: addressRanges.default([]),
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  METRICS_HOST: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().max(255, 'takes at most 255 characters').default('orangery'),
  OTEL_TRACES_SAMPLER_ARG: sharedPart.default(1),
  LOG_LEVEL: z.enum(LEVELS, `takes one of ${LEVELS.join(', ')}`).default('info'),
})

// Mailed links are opened on other machines, so they need the public address.
export const Environment = Variables.refine(
  (env) => env.MAIL_COMMAND === undefined || env.PUBLIC_URL !== undefined,
  { path: ['MAIL_COMMAND'], error: 'needs PUBLIC_URL, for the links that are mailed' },
)
  .refine((env) => env.SMTP_URL === undefined || env.PUBLIC_URL !== undefined, {
    path: ['SMTP_URL'],
    error: 'needs PUBLIC_URL, for the links that are mailed',
  })
  .refine((env) => (env.SMTP_URL === undefined) === (env.MAIL_FROM === undefined), {
    path: ['MAIL_FROM'],
    error: 'goes together with SMTP_URL: the address that its mails come from',
    when: areValid('SMTP_URL', 'MAIL_FROM'),
  })
  .refine((env) => env.SMTP_URL === undefined || env.MAIL_COMMAND === undefined, {
    path: ['SMTP_URL'],
    error: 'is in place of MAIL_COMMAND: set one of them',
  })
  .refine((env) => env.DATABASE_OWNER_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_OWNER_URL'],
    error: 'needs DATABASE_URL, for the role that requests are served with',
  })
  .refine((env) => env.WEB_CONCURRENCY === 1 || env.REDIS_URL !== undefined, {
    path: ['WEB_CONCURRENCY'],
    error: 'needs REDIS_URL for more than 1, because the workers count requests together',
    when: areValid('WEB_CONCURRENCY', 'REDIS_URL'),
  })
  .refine((env) => (env.GATEWAY_PROCESSES ?? env.WEB_CONCURRENCY) >= env.WEB_CONCURRENCY, {
    path: ['GATEWAY_PROCESSES'],
    error: 'takes the processes of all machines, at least WEB_CONCURRENCY',
    when: areValid('GATEWAY_PROCESSES', 'WEB_CONCURRENCY'),
  })
  .refine((env) => env.METRICS_HOST === undefined || env.METRICS_PORT !== undefined, {
    path: ['METRICS_HOST'],
    error: 'needs METRICS_PORT, without which there are no metrics',
    when: areValid('METRICS_HOST', 'METRICS_PORT'),
  })
  .refine((env) => env.METRICS_PORT !== env.PORT || env.PORT === 0, {
    path: ['METRICS_PORT'],
    error: 'takes another port than PORT: the metrics are not public',
    when: areValid('METRICS_PORT', 'PORT'),
  })
  .refine(fitsEmbeddedServer, {
    path: ['DATABASE_POOL'],
    error: `takes at most ${MAX_SERVING_CONNECTIONS} on the embedded database, for all workers together (DATABASE_POOL × WEB_CONCURRENCY); more needs DATABASE_URL`,
    when: areValid('DATABASE_POOL', 'WEB_CONCURRENCY', 'DATABASE_URL'),
  })

// A rule runs only if its variables are valid, so an invalid variable is reported once.
function areValid(...names: string[]) {
  return ({ issues }: z.core.ParsePayload) =>
    !issues.some(({ path }) => names.includes(String(path?.[0])))
}

// The embedded server has a fixed number of connections. Any other server has its own limit.
function fitsEmbeddedServer(env: z.infer<typeof Variables>): boolean {
  const connections = env.DATABASE_POOL * env.WEB_CONCURRENCY
  return env.DATABASE_URL !== undefined || connections <= MAX_SERVING_CONNECTIONS
}
