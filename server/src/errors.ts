import { errors, type ErrorCode, type ErrorExtra } from '@stowage/contract/errors'
import type { Detail } from '@stowage/contract/problem'

type Wording = {
  /** A sentence that fits this case better than the code's own. */
  message?: string
  details?: readonly Detail[]
  /** False for what was not even tried, so that no limit counts it as a failed attempt. */
  isCounted?: boolean
}

/** A request that must stop, for a reason the caller is meant to see. Anything else thrown is a bug. */
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
}

type Rest<C extends ErrorCode> =
  Record<never, never> extends ErrorExtra<C>
    ? [wording?: Wording & ErrorExtra<C>]
    : [wording: Wording & ErrorExtra<C>]

/** Stops the request with a code of the table; a member that code requires does not compile if missing. */
export function fail<C extends ErrorCode>(code: C, ...[wording]: Rest<C>): never {
  throw new Failure(code, wording ?? {})
}

/** Stops the request with `validation_failed` for one field; `path` is where it is in the request. */
export function failField(path: string, message: string): never {
  fail('validation_failed', { message, details: [{ path, message }] })
}

/** Stops the request with `not_found`, for what does not exist and for what the caller may not see. */
export function notFound(message?: string): never {
  fail('not_found', message === undefined ? {} : { message })
}

/** Fails with `version_conflict` when `row` is no longer at this version; undefined fits every version. */
export function requireVersion(row: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== row.version)
    fail('version_conflict', { currentVersion: row.version })
}
