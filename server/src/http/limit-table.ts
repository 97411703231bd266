import type { ErrorCode } from '@stowage/contract/errors'
import type { LimitName } from '@stowage/contract/route'

/** Counted for every API call before anything else. */
export type GlobalLimit = 'GLOBAL_IP' | 'GLOBAL_SESSION' | 'API_KEY'

/** Counted by a key that only the handler knows, such as the account of a challenge. */
export type KeyedLimit = 'SECOND_FACTOR' | 'REFRESH_SESSION' | 'INVITE' | 'INVITE_ADDRESS'

type Name = LimitName | GlobalLimit | KeyedLimit

export type Limit = {
  /** Requests per window, 0 for no limit. The window is in seconds. */
  points: number
  window: number
  /** `ip` counts an IPv6 /64 as one address, `net` an IPv4 /24 or an IPv6 /56. */
  by: 'ip' | 'net' | 'actor' | 'key'
  /** Counts only requests refused with one of these codes. */
  refusals?: readonly ErrorCode[]
  /** Multiplied by a hundred in the test profile. */
  relaxed?: boolean
  /** Seconds a key over its limit is refused, if different from the window. */
  pause?: number
}

type LimitTable = Readonly<Record<Name, Limit>>

/** At most `points` in a window of this many seconds. 0 points for no limit. */
type Size = { points: number; window: number }

/** Limits that a module counts in its own rows. 0 for no limit. */
type Allowances = {
  /** Failed sign-ins of one lane before a pause, and the length of the pause. */
  LOGIN_LANE: Size
  /** How many of them cause no delay. */
  LOGIN_FREE: number
  /** Codes for one second step. */
  SECOND_FACTOR_CHALLENGE: number
  /** Mails to an address requested by anonymous users. All of these apply. */
  FORGOT_ADDRESS: readonly Size[]
  RESEND_ADDRESS: readonly Size[]
}

export type LimitSettings = { limits: LimitTable; allowances: Readonly<Allowances> }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const signInRefusals = [
  'invalid_credentials',
  'invalid_code',
  'login_challenge_expired',
  'passkey_rejected',
] as const
const proofRefusals = ['invalid_password', 'invalid_code', 'method_not_sufficient'] as const

const defaults: LimitTable = {
  GLOBAL_IP: { points: 3000, window: minute, by: 'ip', relaxed: true },
  GLOBAL_SESSION: { points: 1500, window: minute, by: 'key', relaxed: true },
  API_KEY: { points: 600, window: minute, by: 'key', relaxed: true },
  REGISTER_IP: { points: 100, window: hour, by: 'ip', relaxed: true },
  REGISTER_NET: { points: 1000, window: day, by: 'net', relaxed: true },
  LOGIN_IP_FAIL: {
    points: 100,
    window: 15 * minute,
    by: 'ip',
    refusals: signInRefusals,
    relaxed: true,
  },
  SECOND_FACTOR: { points: 10, window: hour, by: 'key', pause: 15 * minute },
  TWOFA_VERIFY: { points: 5, window: 15 * minute, by: 'actor', refusals: ['invalid_code'] },
  REAUTH: { points: 5, window: 15 * minute, by: 'actor', refusals: proofRefusals },
  PASSWORD_CHANGE: { points: 5, window: 15 * minute, by: 'actor', refusals: ['invalid_password'] },
  REFRESH_SESSION: { points: 30, window: minute, by: 'key', relaxed: true },
  REFRESH_IP: { points: 600, window: minute, by: 'ip', relaxed: true },
  LOGOUT_IP: { points: 300, window: minute, by: 'ip', relaxed: true },
  FORGOT_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  RESEND_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  RESET_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  VERIFY_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  EMAIL_CHANGE: { points: 5, window: hour, by: 'actor' },
  BACKUP_VIEW: { points: 10, window: hour, by: 'actor' },
  PASSKEY_BEGIN: { points: 60, window: hour, by: 'actor', relaxed: true },
  PASSKEY_LOGIN_IP: { points: 120, window: minute, by: 'ip', relaxed: true },
  ACCOUNT_EXPORT: { points: 5, window: hour, by: 'actor' },
  AVATAR: { points: 60, window: hour, by: 'actor', relaxed: true },
  CHECK_NAME: { points: 120, window: minute, by: 'actor' },
  LOGS: { points: 300, window: minute, by: 'actor', relaxed: true },
  LOG_EXPORT: { points: 30, window: hour, by: 'actor' },
  PLATFORM_CREATE: { points: 100, window: hour, by: 'actor', relaxed: true },
  MEMBER_CREATE: { points: 300, window: hour, by: 'actor', relaxed: true },
  INVITE: { points: 30, window: hour, by: 'key' },
  INVITE_ADDRESS: { points: 5, window: day, by: 'key' },
  LOGO: { points: 60, window: hour, by: 'actor', relaxed: true },
  LOGO_GET_IP: { points: 1200, window: minute, by: 'ip', relaxed: true },
  PHOTO: { points: 300, window: hour, by: 'actor', relaxed: true },
  RESOLVE_IP: { points: 300, window: minute, by: 'ip', relaxed: true },
}

const ownDefaults: Readonly<Allowances> = {
  LOGIN_LANE: { points: 10, window: 15 * minute },
  LOGIN_FREE: 5,
  SECOND_FACTOR_CHALLENGE: 5,
  FORGOT_ADDRESS: [{ points: 3, window: hour }],
  RESEND_ADDRESS: [
    { points: 1, window: minute },
    { points: 5, window: hour },
  ],
}

const secondsPerUnit = { s: 1, m: minute, h: hour, d: day }
// The longest timeout of Node.
const longest = 24 * day

/**
 * Returns the limits, changed by the `LIMIT_<NAME>` variables of `env`, written as
 * `<count>/<n><s|m|h|d>` or `0` for no limit, and one sentence per invalid variable. The test
 * profile does not change limits set this way.
 */
export function readLimits(
  env: Record<string, string | undefined>,
): LimitSettings & { problems: string[] } {
  const factor = env['LIMITS_PROFILE'] === 'test' ? 100 : 1
  const problems: string[] = []
  const limits = Object.fromEntries(
    Object.entries(defaults).map(([name, limit]) => [
      name,
      limit.relaxed ? { ...limit, points: limit.points * factor } : limit,
    ]),
  ) as Record<Name, Limit>
  const allowances: Allowances = { ...ownDefaults }
  for (const [variable, text = ''] of Object.entries(env)) {
    const name = /^LIMIT_(.+)$/.exec(variable)?.[1]
    if (name === undefined) continue
    if (isAllowance(name)) {
      if (!takeAllowance(allowances, name, text))
        problems.push(`${variable}: must be ${forms[name].wants}`)
      continue
    }
    const size = sizeForm.read(text)
    if (!isName(name)) problems.push(`${variable}: no limit has this name`)
    else if (!size) problems.push(`${variable}: must be ${sizeForm.wants}`)
    else limits[name] = { ...limits[name], ...size }
  }
  return { limits, allowances, problems }
}

const isName = (name: string): name is Name => Object.hasOwn(defaults, name)
const isAllowance = (name: string): name is keyof Allowances => Object.hasOwn(ownDefaults, name)

/** The syntax of a value. `read` returns undefined for invalid text. */
type Form<T> = { read: (text: string) => T | undefined; wants: string }

const sizeForm: Form<Size> = {
  read(text) {
    if (text === '0') return { points: 0, window: 0 }
    const [, count, length, unit] = /^(\d{1,7})\/([1-9]\d{0,6})([smhd])$/.exec(text) ?? []
    if (!count) return undefined
    const window = Number(length) * secondsPerUnit[unit as keyof typeof secondsPerUnit]
    return window > longest ? undefined : { points: Number(count), window }
  },
  wants: '0 or a count and a time of at most 24 days, like 100/15m',
}
const countForm: Form<number> = {
  read: (text) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined),
  wants: 'a count, or 0 for no limit',
}
const sizesForm: Form<readonly Size[]> = {
  read(text) {
    const sizes = text.split(',').map((part) => sizeForm.read(part.trim()))
    return sizes.every((size) => size !== undefined)
      ? sizes.filter(({ points }) => points > 0)
      : undefined
  },
  wants: `${sizeForm.wants}, or several like 1/1m,5/1h`,
}

const forms: { [K in keyof Allowances]: Form<Allowances[K]> } = {
  LOGIN_LANE: sizeForm,
  LOGIN_FREE: countForm,
  SECOND_FACTOR_CHALLENGE: countForm,
  FORGOT_ADDRESS: sizesForm,
  RESEND_ADDRESS: sizesForm,
}

function takeAllowance<K extends keyof Allowances>(into: Allowances, name: K, text: string) {
  const value = forms[name].read(text)
  if (value !== undefined) into[name] = value
  return value !== undefined
}
