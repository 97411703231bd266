import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PictureUse } from './fields.ts'
import type { PlatformPermission } from './permissions.ts'
import type { WarehousePermission } from './member-permissions.ts'

/**
 * Who may call a route.
 * - `public`: everyone; a bearer token is ignored.
 * - `operator`: a signed-in operator.
 * - a platform permission: an operator whose membership of `:platformId` has it.
 * - `member`: a signed-in member of the platform `:slug`.
 * - a warehouse permission: a member or an API key of the platform `:slug` that has it.
 */
export type Allow = 'public' | 'operator' | 'member' | PlatformPermission | WarehousePermission

/** A permission that a route needs in addition to `allow` for some inputs. */
export type ConditionalRight<C extends WarehousePermission> = {
  readonly permission: C
  /** The inputs that need it, as the end of a sentence that starts with "when". */
  readonly when: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Route<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  A extends Allow = Allow,
  C extends WarehousePermission = WarehousePermission,
> = {
  readonly method: Method
  /** Relative to /api/v1. Parameters whose names end in `Id` are UUIDs. */
  readonly path: Path
  readonly summary: string
  readonly allow: A
  /** Checked by the handler with `call.requireRights` before any change. */
  readonly conditionalRights: readonly ConditionalRight<C>[]
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /**
   * 200 by default, 201 for a new record, 202 for work that continues after the reply. 303
   * redirects to the reply.
   */
  readonly status: 200 | 201 | 202 | 303
  /** The reply that is sent with 202. */
  readonly accepted: z.ZodType | undefined
  /**
   * Errors specific to this route. Not repeated are those of every route, and those that follow from its rights, its version
   * and the rest of it (`impliedErrors` of server/src/http/openapi.ts).
   */
  readonly errors: readonly ErrorCode[]
  /**
   * Answers 428 unless the session was confirmed recently, by the second factor if there is one.
   */
  readonly stepUp: boolean
  /**
   * The image it accepts, in a body of up to 15 MiB. Other bodies: 1 MiB in the warehouse, 64 KiB
   * elsewhere.
   */
  readonly upload: PictureUse | undefined
  /** True if `code` in the body comes from a scanner and may contain a scanner's control characters. */
  readonly separators: boolean
  /** True if the body is a CSV file of up to 25 MiB. */
  readonly csv: boolean
  /** True if the request may run for seconds and must not hold up short requests of its workspace. */
  readonly long: boolean
  /** True if the reply is streamed until the client disconnects, so the request must not occupy a slot. */
  readonly endless: boolean
  /** Supports `Idempotency-Key`: a retry with the same key gets the first reply, for one day. */
  readonly idempotent: boolean
  /** True if a read replica, some seconds behind, may answer. It also answers CSV files. */
  readonly mayLag: boolean
  /** Rate limits of the route, by name (server/src/http/limit-table.ts). */
  readonly limits: readonly LimitName[]
  /** Headers sent with every success. */
  readonly headers: Readonly<Record<string, string>>
}

/** Names of the rate limits. The server defines their sizes. */
export type LimitName =
  | 'REGISTER_IP'
  | 'REGISTER_NET'
  | 'LOGIN_IP_FAIL'
  | 'TWOFA_VERIFY'
  | 'REAUTH'
  | 'REFRESH_IP'
  | 'LOGOUT_IP'
  | 'FORGOT_IP'
  | 'RESEND_IP'
  | 'RESET_IP'
  | 'VERIFY_IP'
  | 'PASSWORD_CHANGE'
  | 'EMAIL_CHANGE'
  | 'BACKUP_VIEW'
  | 'PASSKEY_BEGIN'
  | 'PASSKEY_LOGIN_IP'
  | 'ACCOUNT_EXPORT'
  | 'AVATAR'
  | 'CHECK_NAME'
  | 'LOGS'
  | 'LOG_EXPORT'
  | 'PLATFORM_CREATE'
  | 'MEMBER_CREATE'
  | 'LOGO'
  | 'LOGO_GET_IP'
  | 'PHOTO'
  | 'RESOLVE_IP'

export type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof Params<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>

/** The parsed, typed input of a handler. */
export type Input<R extends Route> = {
  params: Params<R['path']>
  query: z.output<R['query']>
  body: z.output<R['body']>
}
export type Reply<R extends Route> = z.output<R['reply']>

/** A reply that is a file instead of JSON. */
export type FileReply = {
  contentType: string
  /**
   * Complete, or in chunks at the pace of the client. A failure while sending breaks the
   * connection.
   */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  headers: Readonly<Record<string, string>>
  /** Breaks the connection when aborted. */
  signal?: AbortSignal
}
/** The reply of a route that returns a file. */
export const file = z.custom<FileReply>()
/** The body of a route that accepts a CSV file, as bytes. */
export const csvBody = z.custom<Uint8Array>()

const nothing = z.object({})
type Nothing = typeof nothing

type Spec<Query, Body, R, A, C extends WarehousePermission> = {
  summary: string
  allow: A
  conditionalRights?: readonly ConditionalRight<C>[]
  query?: Query
  body?: Body
  reply: R
  status?: 200 | 201 | 202 | 303
  accepted?: z.ZodType
  errors?: readonly ErrorCode[]
  stepUp?: boolean
  upload?: PictureUse
  separators?: boolean
  csv?: boolean
  long?: boolean
  endless?: boolean
  idempotent?: boolean
  mayLag?: boolean
  limits?: readonly LimitName[]
  headers?: Readonly<Record<string, string>>
}

const route =
  (method: Method) =>
  <
    Path extends string,
    R extends z.ZodType,
    const A extends Allow,
    Query extends z.ZodType = Nothing,
    Body extends z.ZodType = Nothing,
    const C extends WarehousePermission = never,
  >(
    path: Path,
    spec: Spec<Query, Body, R, A, C>,
  ): Route<Path, Query, Body, R, A, C> => ({
    method,
    path,
    conditionalRights: [],
    status: 200,
    accepted: undefined,
    errors: [],
    stepUp: false,
    upload: undefined,
    separators: false,
    csv: false,
    long: false,
    endless: false,
    idempotent: false,
    mayLag: false,
    limits: [],
    headers: {},
    ...spec,
    // A missing schema is the empty object, which is also the type parameter's default.
    query: spec.query ?? (nothing as unknown as Query),
    body: spec.body ?? (nothing as unknown as Body),
  })

export const get = route('GET')
export const post = route('POST')
export const put = route('PUT')
export const patch = route('PATCH')
export const del = route('DELETE')
