import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readLimits, type LimitSettings } from './http/limit-table.ts'
import { requireDataDir } from './database/data-dir.ts'
import { StartRefused } from './errors.ts'

const repositoryRoot = resolve(import.meta.dirname, '../..')
const secondsPerUnit = { s: 1, m: 60, h: 3_600, d: 86_400 }

export type Config = Readonly<ReturnType<typeof derive>>

/** Reports all problems of a configuration, one sentence each, which names the variable. */
export class ConfigError extends StartRefused {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Returns the configuration from `env`. An empty value counts as absent. Durations are in seconds.
 * Throws `ConfigError`.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(present)
  const limits = readLimits(present)
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...limits.problems,
    ...contradictions(present),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return derive(parsed.data, limits)
}

/**
 * Returns the generated secret of a development server, 64 hexadecimal digits. It is stored in
 * `dataDir` so a restart can decrypt existing data.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret')
  requireDataDir(dataDir)
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length < 32)
    throw new ConfigError([`APP_SECRET: the secret stored in ${file} is damaged`])
  return kept
}

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be between ${least} and ${most}`)

const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` })

const address = (schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )

const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be a list of origins, such as https://stowage.example.com',
  )

const duration = z
  .string()
  .regex(/^[1-9]\d{0,5}[smhd]$/, 'must be a number and a unit, such as 30m, 12h or 7d')
  .transform((text) => {
    const unit = text.slice(-1) as keyof typeof secondsPerUnit
    return Number(text.slice(0, -1)) * secondsPerUnit[unit]
  })

const ranges = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .refine(
    (list) => list.every(isRange),
    'must be a list of IP addresses or ranges, such as 10.0.0.0/8',
  )

function isRange(text: string): boolean {
  const [host = '', bits, more] = text.split('/')
  const version = isIP(host)
  if (version === 0 || more !== undefined) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

const targets = z
  .string()
  .transform((text) => text.split(',').map((target) => target.trim().toLowerCase()))
  .refine(
    (list) => list.every((target) => isRange(target) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(target)),
    'must be a list of host names, IP addresses or ranges, such as hooks.internal,10.0.0.0/8',
  )

const variables = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  PORT: whole(0, 65_535).default(3_000),
  // The name instead of an address, so both 127.0.0.1 and ::1 answer, and no other interface.
  HOST: z.string().default('localhost'),
  PUBLIC_URL: address(['http', 'https'])
    .refine(
      (value) => /^https?:\/\/[^/?#]+\/?$/.test(value),
      'must end after the host name or port',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(['postgresql', 'postgres']).optional(),
  DATABASE_OWNER_URL: address(['postgresql', 'postgres']).optional(),
  DATABASE_ADMIN_URL: address(['postgresql', 'postgres']).optional(),
  CELL_DATABASE_URL: address(['postgresql', 'postgres']).optional(),
  CELL_DATABASE_OWNER_URL: address(['postgresql', 'postgres']).optional(),
  CELL_DATABASE_ADMIN_URL: address(['postgresql', 'postgres']).optional(),
  DATABASE_READ_URL: address(['postgresql', 'postgres']).optional(),
  READ_MAX_LAG: duration.default(5),
  DATABASE_POOL: whole(2, 500).default(10),
  SMTP_URL: address(['smtp', 'smtps']).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'must be an email address, such as Stowage <no-reply@example.com>',
    })
    .default('Stowage <no-reply@localhost>'),
  APP_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
    .optional(),
  APP_SECRET_PREVIOUS: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
    .optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  CORS_ORIGINS: origins.default([]),
  TRUSTED_PROXIES: ranges.default([]),
  DEV_MAILBOX_ALLOW: ranges.default(['127.0.0.0/8', '::1/128']),
  WEBHOOK_ALLOW: targets.default([]),
  WEBHOOK_TIMEOUT: duration.default(10),
  REDIS_URL: address(['redis', 'rediss']).optional(),
  LIMITS_PROFILE: oneOf('default', 'test').default('default'),
  ARGON2_MEMORY_KIB: whole(8, 4_194_304).default(19_456),
  ARGON2_TIME: whole(1, 100).default(2),
  ARGON2_PARALLELISM: whole(1, 64).default(1),
  ACCESS_TOKEN_TTL_SECONDS: whole(5, 3_600).default(3_600),
  STEP_UP_WINDOW_SECONDS: whole(1, 86_400).default(900),
  SESSION_IDLE: duration.default(7 * 86_400),
  SESSION_ABSOLUTE: duration.default(30 * 86_400),
  SESSION_TENANT_IDLE: duration.default(12 * 3_600),
  SESSION_TENANT_ABSOLUTE: duration.default(7 * 86_400),
  PASSWORD_BLOCKLIST: oneOf('top100', 'top10k', 'off').default('top100'),
  PASSWORD_HIBP: oneOf('on', 'off').default('off'),
  HIBP_URL: address(['http', 'https']).optional(),
  REQUIRE_VERIFIED_EMAIL: oneOf('login', 'sensitive', 'off').default('sensitive'),
  UNVERIFIED_MAX_PLATFORMS: whole(0, 1_000_000).default(10),
  BACKUP_CODES_VIEW: oneOf('always', '24h', 'once').default('always'),
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a host name in lower case')
    .optional(),
  WEBAUTHN_ORIGINS: origins.default([]),
  API_DOCS: oneOf('on', 'off').default('on'),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  WORKER: oneOf('on', 'off').default('on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(['http', 'https']).optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address(['http', 'https']).optional(),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_METRICS_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: whole(100, 86_400_000).default(60_000),
  OTEL_SDK_DISABLED: z.string().default('false'),
  CLOCK_OFFSET_SECONDS: z
    .string()
    .regex(/^-?\d{1,10}$/, 'must be a whole number of seconds')
    .transform(Number)
    .optional(),
})

/** Returns problems that involve more than one variable. */
function contradictions(env: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (env['NODE_ENV'] === 'production') {
    if (!env['APP_SECRET']) problems.push('APP_SECRET: must be set in production')
    if (!env['PUBLIC_URL']) problems.push('PUBLIC_URL: must be set in production')
  }
  for (const name of ['CLOCK_OFFSET_SECONDS', 'HIBP_URL'])
    if (env['NODE_ENV'] !== 'test' && env[name])
      problems.push(`${name}: is only allowed with NODE_ENV=test`)
  if (env['APP_SECRET_PREVIOUS'] && !env['APP_SECRET'])
    problems.push('APP_SECRET_PREVIOUS: requires APP_SECRET')
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL', 'DATABASE_READ_URL'])
    if (env[name] && !env['DATABASE_URL']) problems.push(`${name}: requires DATABASE_URL`)
  if (env['METRICS_PORT'] && env['METRICS_PORT'] === (env['PORT'] ?? '3000')) {
    problems.push('METRICS_PORT: must differ from PORT')
  }
  const host = hostOf(env['PUBLIC_URL'] ?? 'http://localhost')
  const site = env['WEBAUTHN_RP_ID']
  // WebAuthn restricts a passkey to its host and subdomains.
  if (site && host && host !== site && !host.endsWith(`.${site}`)) {
    problems.push(`WEBAUTHN_RP_ID: must be ${host}, the host of PUBLIC_URL, or a parent of it`)
  }
  return problems
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined)

function derive(value: z.output<typeof variables>, { limits, allowances }: LimitSettings) {
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`
  return {
    nodeEnv: value.NODE_ENV,
    /**
     * True if a reply that differs from the contract fails. The check takes as long as the request itself.
     * When false, fields the contract does not name are left out.
     */
    checkReplies: value.NODE_ENV !== 'production',
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    dataDir: resolve(repositoryRoot, value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    /** Only for backup, restore and cells. */
    databaseAdminUrl: value.DATABASE_ADMIN_URL,
    /** URLs of a new cell, only for `stowage cell add`. */
    cellDatabaseUrl: value.CELL_DATABASE_URL,
    cellDatabaseOwnerUrl: value.CELL_DATABASE_OWNER_URL,
    cellDatabaseAdminUrl: value.CELL_DATABASE_ADMIN_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    readMaxLagSeconds: value.READ_MAX_LAG,
    databasePool: value.DATABASE_POOL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    /** Absent only outside production, where `keptSecret` replaces it. */
    appSecret: value.APP_SECRET,
    /** Decrypts and verifies data of the previous secret. */
    appSecretPrevious: value.APP_SECRET_PREVIOUS,
    logLevel: value.LOG_LEVEL,
    /** Other origins whose pages may call the API. */
    corsOrigins: value.CORS_ORIGINS,
    trustedProxies: value.TRUSTED_PROXIES,
    devMailboxAllow: value.DEV_MAILBOX_ALLOW,
    /** Targets of webhooks that are allowed though they are not public. */
    webhookAllow: value.WEBHOOK_ALLOW,
    webhookTimeoutSeconds: value.WEBHOOK_TIMEOUT,
    limits,
    allowances,
    /** Where rate limits are counted. Default: the database. */
    redisUrl: value.REDIS_URL,
    argon2MemoryKib: value.ARGON2_MEMORY_KIB,
    argon2Time: value.ARGON2_TIME,
    argon2Parallelism: value.ARGON2_PARALLELISM,
    accessTokenTtlSeconds: value.ACCESS_TOKEN_TTL_SECONDS,
    stepUpWindowSeconds: value.STEP_UP_WINDOW_SECONDS,
    sessionIdleSeconds: value.SESSION_IDLE,
    sessionAbsoluteSeconds: value.SESSION_ABSOLUTE,
    sessionTenantIdleSeconds: value.SESSION_TENANT_IDLE,
    sessionTenantAbsoluteSeconds: value.SESSION_TENANT_ABSOLUTE,
    passwordBlocklist: value.PASSWORD_BLOCKLIST,
    /** Service that knows breached passwords. Undefined disables the check. */
    hibpUrl:
      value.PASSWORD_HIBP === 'on'
        ? (value.HIBP_URL ?? 'https://api.pwnedpasswords.com')
        : undefined,
    requireVerifiedEmail: value.REQUIRE_VERIFIED_EMAIL,
    unverifiedMaxPlatforms: value.UNVERIFIED_MAX_PLATFORMS,
    /** How long backup codes can be viewed again. */
    backupCodesView: value.BACKUP_CODES_VIEW,
    /** The host name that passkeys are bound to. */
    webauthnRpId: value.WEBAUTHN_RP_ID ?? new URL(publicUrl).hostname,
    /** Origins that may use passkeys. */
    webauthnOrigins: [publicUrl, ...value.WEBAUTHN_ORIGINS],
    /** True if `/api/docs` and the OpenAPI document are served. */
    apiDocs: value.API_DOCS === 'on',
    metricsPort: value.METRICS_PORT,
    metricsToken: value.METRICS_TOKEN,
    worker: value.WORKER,
    ...deriveTelemetry(value),
    clockOffsetSeconds: value.CLOCK_OFFSET_SECONDS ?? 0,
  }
}

/**
 * Returns which signals are sent to OpenTelemetry. Its packages read where and how from their own variables.
 */
function deriveTelemetry(value: z.output<typeof variables>) {
  const isOn = value.OTEL_SDK_DISABLED.toLowerCase() !== 'true'
  const shared = value.OTEL_EXPORTER_OTLP_ENDPOINT
  const sends = (exporter: 'otlp' | 'none', own: string | undefined) =>
    isOn && exporter === 'otlp' && (own ?? shared) !== undefined
  return {
    sendsTraces: sends(value.OTEL_TRACES_EXPORTER, value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    sendsMetrics: sends(value.OTEL_METRICS_EXPORTER, value.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT),
    metricIntervalMs: value.OTEL_METRIC_EXPORT_INTERVAL,
  }
}
