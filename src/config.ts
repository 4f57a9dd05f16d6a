import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

// The values of Express's `trust proxy`: a number of proxies, true, false, or a list of addresses. A
// number is converted: Express takes text as a list of addresses.
const trustProxy = z.string().transform((text, context): boolean | number | string[] => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^(?:0|[1-9]\d?)$/.test(text)) return Number(text)
  const ranges = text.split(',').map((part) => part.trim())
  const bad = ranges.find((range) => !isRange(range))
  if (bad === undefined) return ranges
  context.addIssue(
    `takes a number of proxies from 0 to 99, their addresses, true or false; not "${bad}"`,
  )
  return z.NEVER
})

function isRange(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', ...bits] = text.split('/')
  return isIP(address) !== 0 && (bits.length === 0 || ipaddr.isValidCIDR(text))
}

// Messages never quote the value: it contains a password.
const databaseUrl = z.string().refine(isDatabaseUrl, 'takes a postgres:// address')

// PostgreSQL allows an address without a host, for a local server. A URL needs a host.
function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

// The origins of browser applications, exactly as browsers send them.
const corsOrigins = z.string().transform((text, context): readonly string[] => {
  const origins = text.split(',').map((part) => part.trim())
  const bad = origins.findIndex((origin) => !isOrigin(origin))
  if (bad === -1) return origins
  context.addIssue(
    `takes origins with commas between, such as https://app.example.com: http or https, a host in lower case, a port that is not the default, and no path; entry ${bad + 1} is none`,
  )
  return z.NEVER
})

function isOrigin(text: string): boolean {
  return (
    /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
  )
}

// Digits only: `1e3`, ` 80` and `0x50` are probably mistakes.
function wholeNumber(min: number, max: number) {
  const accepted = `takes a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, accepted)
    .transform(Number)
    .refine((number) => number >= min && number <= max, accepted)
}

// Mailed links are opened on other machines, so they need the public address.
function canMailLinks(env: { MAIL_COMMAND?: string | undefined; PUBLIC_URL?: string | undefined }) {
  return env.MAIL_COMMAND === undefined || env.PUBLIC_URL !== undefined
}

// Messages never quote this value either.
const authSecret = z.string().min(32, 'takes at least 32 characters')

// Reports must not travel in plain text, so `http:` is not accepted.
const securityContact = z.string().refine(isContact, 'takes a mailto: or https: URI')

function isContact(text: string): boolean {
  return /^(?:mailto:[!-?A-~]+@|https:\/\/)[!-~]+$/.test(text) && URL.canParse(text)
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const Variables = z.object({
  PORT: wholeNumber(0, 65535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.orangery'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  CACHE_MB: wholeNumber(0, 65536).default(64),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  TRUST_PROXY: trustProxy.default(false),
  DEMO: z.enum(['on', 'off'], 'takes on or off').default('on'),
  SECURITY_CONTACT: securityContact.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s) address' }).optional(),
  CORS_ORIGINS: corsOrigins.default([]),
  AUTH_SECRET: authSecret.optional(),
  MAIL_COMMAND: z.string().optional(),
  LOG_LEVEL: z.enum(LEVELS, `takes one of ${LEVELS.join(', ')}`).default('info'),
})

const Environment = Variables.refine(canMailLinks, {
  path: ['MAIL_COMMAND'],
  error: 'needs PUBLIC_URL, for the links that are mailed',
}).refine((env) => env.DATABASE_OWNER_URL === undefined || env.DATABASE_URL !== undefined, {
  path: ['DATABASE_OWNER_URL'],
  error: 'needs DATABASE_URL, for the role that requests are served with',
})

/** The validated configuration from the environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The same database for the owner role, which changes the schema. Undefined: `databaseUrl` is the owner's. */
  readonly databaseOwnerUrl: string | undefined
  readonly databasePool: number
  /** The size of the response cache in megabytes; 0 turns it off. */
  readonly cacheMb: number
  /** The value of Express's `trust proxy`. A number is a number of proxies. */
  readonly trustProxy: boolean | number | string[]
  /** Whether to load the demo data into an empty embedded database. */
  readonly demo: boolean
  /** The contact in security.txt. Undefined: there is no security.txt. */
  readonly securityContact?: string | undefined
  readonly publicUrl: string | undefined
  /** The origins whose browser applications may call the API. */
  readonly corsOrigins: readonly string[]
  /** Undefined: a secret is generated once and stored in the database. */
  readonly authSecret: string | undefined
  /** A command that gets an invitation mail on its standard input. Undefined: links are shown. */
  readonly mailCommand: string | undefined
  readonly logLevel: (typeof LEVELS)[number]
}

/** The environment is not valid. The message has one line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the configuration. An empty variable counts as unset. Throws a ConfigError that lists every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const env = parsed.data
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePool: env.DATABASE_POOL,
    cacheMb: env.CACHE_MB,
    trustProxy: env.TRUST_PROXY,
    demo: env.DEMO === 'on',
    securityContact: env.SECURITY_CONTACT,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    corsOrigins: env.CORS_ORIGINS,
    authSecret: env.AUTH_SECRET,
    mailCommand: env.MAIL_COMMAND,
    logLevel: env.LOG_LEVEL,
  })
}
