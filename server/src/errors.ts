import type { BlockerOf } from '@stowage/contract/blockers'
import { errors, type ErrorCode, type ErrorExtra } from '@stowage/contract/errors'
import type { Detail } from '@stowage/contract/problem'

type Wording = {
  /** Replaces the default message of the code. */
  message?: string
  details?: readonly Detail[]
  /** False for requests that were not attempted, so rate limits do not count them as failures. */
  isCounted?: boolean
}

/** A refusal that the caller sees. Any other error thrown is a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly Detail[]
  readonly isCounted: boolean
  readonly extra: Record<string, unknown>

  constructor(code: ErrorCode, wording: Wording & Record<string, unknown>) {
    const { message, details, isCounted, ...extra } = wording
    super(message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.details = details ?? []
    this.isCounted = isCounted ?? true
    this.extra = extra
  }

  /** Returns the same refusal, which also says this. */
  with(more: Wording & Record<string, unknown>): Failure {
    const { code, message, details, isCounted, extra } = this
    return new Failure(code, { message, details, isCounted, ...extra, ...more })
  }
}

type Rest<C extends ErrorCode> =
  Record<never, never> extends ErrorExtra<C>
    ? [wording?: Wording & ErrorExtra<C>]
    : [wording: Wording & ErrorExtra<C>]

/** Throws a `Failure` with this code. Required extra members are part of the type. */
export function fail<C extends ErrorCode>(code: C, ...[wording]: Rest<C>): never {
  throw new Failure(code, wording ?? {})
}

/** Throws `validation_failed` for one field. `path` is its path in the request. */
export function failField(path: string, message: string): never {
  fail('validation_failed', { message, details: [{ path, message }] })
}

/** Throws `not_found`, for missing records and for those the caller may not see. */
export function notFound(message?: string): never {
  fail('not_found', message === undefined ? {} : { message })
}

/** Throws `in_use` if anything still uses what is to go; each blocker says where it is found. */
export function requireUnused(blockers: readonly BlockerOf<'in_use'>[]): void {
  if (blockers.length > 0) fail('in_use', { blockers: [...blockers] })
}

/** Throws `version_conflict` if `row` has another version. Undefined matches every version. */
export function requireVersion(row: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== row.version)
    fail('version_conflict', { currentVersion: row.version })
}

/**
 * A reason not to start that the administrator can fix. Only the message is printed, and it names
 * the variable, file or role to check.
 */
export class StartRefused extends Error {}
