import { existsSync } from 'node:fs'
import type { z } from 'zod'
import { Environment, Variables } from './config/variables.ts'

// The settings of this installation, in the working directory.
const FILE = '.env'

// The guide for partners and its samples use these: they are of callers, not of the gateway.
const OF_CALLERS = ['ORANGERY_URL', 'ORANGERY_KEY']

// A variable with the prefix ORANGERY_ is a setting that would be ignored. Other names may belong to other programs.
function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(environment).filter(
    (name) => name.startsWith('ORANGERY_') && !OF_CALLERS.includes(name),
  )
  const accepted = Object.keys(Variables.shape)
  return names.map((name) => {
    const bare = name.replace('ORANGERY_', '')
    const hint = accepted.includes(bare) ? `; the variable is ${bare}` : ''
    return `${name}: is not known: no setting begins with ORANGERY_${hint}`
  })
}

// If traces are sent, OTEL_ variables are for this program. The exporter's library would use some unknown ones.
function unknownTraceVariables(environment: NodeJS.ProcessEnv): string[] {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return []
  const accepted = Object.keys(Variables.shape).filter((name) => name.startsWith('OTEL_'))
  return Object.keys(environment)
    .filter((name) => name.startsWith('OTEL_') && !accepted.includes(name))
    .map((name) => `${name}: is not known; of OTEL_ there are ${accepted.join(', ')}`)
}

/** The validated configuration from the environment. `.env.example` describes the variables. */
export type Config = Readonly<ReturnType<typeof configOf>>

export type TraceSettings = Readonly<NonNullable<Config['traces']>>

export type SmtpServer = Readonly<NonNullable<Config['smtp']>>

/** Whether mail is sent with this configuration. */
export function sendsMail({ mailCommand, smtp }: Pick<Config, 'mailCommand' | 'smtp'>): boolean {
  return mailCommand !== undefined || smtp !== undefined
}

/** The environment is not valid. The message has one line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment, then `.env`. An empty variable is unset. Throws a ConfigError with every invalid one. */
export function readConfig(environment: NodeJS.ProcessEnv = ownEnvironment()): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  const invalid = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const unknown = [...unknownVariables(environment), ...unknownTraceVariables(environment)]
  const problems = [...(invalid ?? []), ...unknown]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return Object.freeze(configOf(parsed.data))
}

function configOf(env: z.infer<typeof Variables>) {
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** The same database for the owner role, which changes the schema. Undefined: `databaseUrl` is for the owner role. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePool: env.DATABASE_POOL,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    redisUrl: env.REDIS_URL,
    workers: env.WEB_CONCURRENCY,
    /** How many processes on all machines count requests in Redis together. */
    processes: env.GATEWAY_PROCESSES ?? env.WEB_CONCURRENCY,
    drainGraceMs: env.DRAIN_GRACE_MS,
    cacheMb: env.CACHE_MB,
    trustProxy: env.TRUST_PROXY,
    demo: env.DEMO === 'on',
    securityContact: env.SECURITY_CONTACT,
    supportContact: env.SUPPORT_CONTACT,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    mcp: env.MCP === 'on',
    corsOrigins: env.CORS_ORIGINS,
    /** Undefined: a secret is generated once and stored in the database. */
    authSecret: env.AUTH_SECRET,
    mailCommand: env.MAIL_COMMAND,
    /** smtp:// or smtps://, with the credentials if there are any. */
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES,
    /** Undefined: nothing is measured. Metrics are not public: by default they are served on this machine only. */
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { host: env.METRICS_HOST ?? '127.0.0.1', port: env.METRICS_PORT },
    traces: tracesOf(env),
    logLevel: env.LOG_LEVEL,
  }
}

function tracesOf(env: z.infer<typeof Variables>) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    /** The part of the requests that is traced, from 0 to 1. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

// Workers inherit what is read here.
function ownEnvironment(): NodeJS.ProcessEnv {
  if (!existsSync(FILE)) return process.env
  try {
    process.loadEnvFile(FILE)
  } catch {
    // Node says of every file that it is missing.
    throw new ConfigError(`${FILE}: is not a file that can be read`)
  }
  return process.env
}

/** Sets NODE_ENV, unless it is set, for modules that are loaded later: GraphQL's checks are slow without it. */
export function useProductionMode(): void {
  process.env.NODE_ENV ||= 'production'
}

/** The address for clients, without a slash at the end. `started`: that of the gateway that started last. */
export function baseUrl(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  started?: string,
): string {
  return publicUrl ?? started ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
