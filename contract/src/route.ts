import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PictureUse } from './fields.ts'
import type { PlatformPermission } from './permissions.ts'
import type { WarehousePermission } from './member-permissions.ts'

/**
 * Who may call a route.
 * - `public`: anybody; a bearer token is ignored.
 * - `operator`: a signed-in operator.
 * - a platform permission: an operator whose membership of `:platformId` holds it.
 * - `member`: a signed-in member of the platform `:slug`.
 * - a warehouse permission: a member of the platform `:slug` who holds it.
 */
export type Allow = 'public' | 'operator' | 'member' | PlatformPermission | WarehousePermission

/** A right that a route needs beside `allow`, for some inputs only. */
export type ConditionalRight<C extends WarehousePermission> = {
  readonly permission: C
  /** Which inputs need it, as the end of a sentence that begins with "when". */
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
  /** Below /api/v1. Parameters whose names end in `Id` are UUIDs. */
  readonly path: Path
  readonly summary: string
  readonly allow: A
  /** Checked by the handler with `requireConditionalRights`, before anything is done. */
  readonly conditionalRights: readonly ConditionalRight<C>[]
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /**
   * 200 unless the route creates something (201) or begins what goes on after the answer (202). 303 is
   * a redirect whose reply is the location.
   */
  readonly status: 200 | 201 | 202 | 303
  /** The one of its replies that is sent with 202: the work goes on after the answer. */
  readonly accepted: z.ZodType | undefined
  /** Refusals of this route's own; those every route can answer are not repeated. */
  readonly errors: readonly ErrorCode[]
  /** Answers 428 unless the session was confirmed a short while ago, by the second factor if there is one. */
  readonly stepUp: boolean
  /** The picture it takes: a body of up to 15 MiB. Else it is 1 MiB in the warehouse, 64 KiB elsewhere. */
  readonly upload: PictureUse | undefined
  /** Texts of the body may hold U+001D, which separates the fields of a GS1 code. */
  readonly separators: boolean
  /** Takes a CSV file of up to 25 MiB as its body, and nothing else. */
  readonly csv: boolean
  /** Honours `Idempotency-Key`: the same request with it gets the first answer again for a day. */
  readonly idempotent: boolean
  /** Counters that guard the route against abuse, by name (server/src/http/limit-table.ts). */
  readonly limits: readonly LimitName[]
  /** Sent along with every success. */
  readonly headers: Readonly<Record<string, string>>
}

/** The counters that guard routes against abuse; their sizes are the server’s. */
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
  | 'RESOLVE_IP'

export type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof Params<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>

/** What a handler is given: parsed, defaulted, typed. */
export type Input<R extends Route> = {
  params: Params<R['path']>
  query: z.output<R['query']>
  body: z.output<R['body']>
}
export type Reply<R extends Route> = z.output<R['reply']>

/** A reply that is a file and no JSON. */
export type FileReply = {
  contentType: string
  /** Whole, or in pieces as fast as the caller takes them; a failure halfway breaks the connection. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  headers: Readonly<Record<string, string>>
  /** Breaks the connection when it fires, whatever was not taken yet. */
  signal?: AbortSignal
}
/** The reply of a route that gives out a file. */
export const file = z.custom<FileReply>()
/** The body of a route that takes a CSV file: its bytes. */
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
  idempotent?: boolean
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
    idempotent: false,
    limits: [],
    headers: {},
    ...spec,
    // A missing schema is the empty object; the type parameter's default says the same.
    query: spec.query ?? (nothing as unknown as Query),
    body: spec.body ?? (nothing as unknown as Body),
  })

export const get = route('GET')
export const post = route('POST')
export const put = route('PUT')
export const patch = route('PATCH')
export const del = route('DELETE')
