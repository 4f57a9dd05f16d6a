import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

// A number of proxies, true or false, or a list of addresses: what Express takes. A number has to be
// one to Express as well: it takes `true` to mean that whatever a caller writes is to be believed.
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

// A bad address is never said back: it holds a password.
const databaseUrl = z.string().refine(isDatabaseUrl, 'takes a postgres:// address')

// PostgreSQL's own form has no host where the server is on this machine: a URL has to have one.
function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

/** Digits alone: `1e3`, ` 80` and `0x50` are slips, not numbers that somebody meant. */
function whole(least: number, most: number) {
  const accepted = `takes a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, accepted)
    .transform(Number)
    .refine((number) => number >= least && number <= most, accepted)
}

// Links that are sent to somebody else's machine have to lead back to this one.
function knowsItsAddress(env: {
  MAIL_COMMAND?: string | undefined
  PUBLIC_URL?: string | undefined
}) {
  return env.MAIL_COMMAND === undefined || env.PUBLIC_URL !== undefined
}

// Never said back either.
const authSecret = z.string().min(32, 'takes at least 32 characters')

// Somebody has to be able to write there, without reading in the clear what they write.
const securityContact = z.string().refine(isContact, 'takes a mailto: or https: URI')

function isContact(text: string): boolean {
  return /^(?:mailto:[!-?A-~]+@|https:\/\/)[!-~]+$/.test(text) && URL.canParse(text)
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const Variables = z.object({
  PORT: whole(0, 65535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.orangery'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  CACHE_MB: whole(0, 65536).default(64),
  DATABASE_POOL: whole(2, 200).default(10),
  TRUST_PROXY: trustProxy.default(false),
  DEMO: z.enum(['on', 'off'], 'takes on or off').default('on'),
  SECURITY_CONTACT: securityContact.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s) address' }).optional(),
  AUTH_SECRET: authSecret.optional(),
  MAIL_COMMAND: z.string().optional(),
  LOG_LEVEL: z.enum(LEVELS, `takes one of ${LEVELS.join(', ')}`).default('info'),
})

const Environment = Variables.refine(knowsItsAddress, {
  path: ['MAIL_COMMAND'],
  error: 'needs PUBLIC_URL, for the links that are mailed',
}).refine((env) => env.DATABASE_OWNER_URL === undefined || env.DATABASE_URL !== undefined, {
  path: ['DATABASE_OWNER_URL'],
  error: 'needs DATABASE_URL, for the role that requests are served with',
})

/** Everything the environment decides, checked once. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The same database as its owner, who changes its schema. Absent: `databaseUrl` is the owner's. */
  readonly databaseOwnerUrl: string | undefined
  readonly databasePool: number
  /** Megabytes of bodies that are kept; 0 keeps none. */
  readonly cacheMb: number
  /** A number is a number of proxies. */
  readonly trustProxy: boolean | number | string[]
  /** Whether an empty embedded database gets the demo data. */
  readonly demo: boolean
  /** Whom to tell of a hole, as security.txt names them. Absent: there is no security.txt. */
  readonly securityContact?: string | undefined
  readonly publicUrl: string | undefined
  /** Absent: one is made once and kept in the database. */
  readonly authSecret: string | undefined
  /** Takes an invitation's mail on its standard input. Absent: links are shown. */
  readonly mailCommand: string | undefined
  readonly logLevel: (typeof LEVELS)[number]
}

/** The environment names something we cannot work with; one line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The frozen configuration; throws a ConfigError that lists every bad variable. An empty variable counts as unset. */
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
    authSecret: env.AUTH_SECRET,
    mailCommand: env.MAIL_COMMAND,
    logLevel: env.LOG_LEVEL,
  })
}
