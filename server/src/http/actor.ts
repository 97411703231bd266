import type { Allow } from '@stowage/contract/route'
import type { WarehousePermission } from '@stowage/contract/member-permissions'

/** Network origin and time of a request. A request has one time for everything it does. */
export type Origin = {
  readonly ip: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly at: Date
}

export type Platform = { readonly id: string; readonly slug: string }

/** A user who is not signed in. `platform` is set under /tenant/:slug. */
export type Anonymous = Origin & {
  readonly type: 'anonymous'
  readonly id: null
  readonly email: null
  readonly sessionId: null
  readonly amr: readonly string[]
  readonly platform: (Platform & { readonly name: string; readonly status: string }) | null
}

export type Operator = Origin & {
  readonly type: 'operator'
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly sessionId: string
  readonly amr: readonly string[]
  /** When the session was last confirmed, and how: `aal1` one factor, `aal2` two. */
  readonly authTime: Date
  readonly acr: string
  readonly hasSecondFactor: boolean
  readonly platform: null
}

/** An operator on one platform, with the permissions of the membership there. */
export type PlatformOperator = Omit<Operator, 'platform'> & {
  readonly platform: Platform & { readonly memberId: string; readonly role: string }
}

/** A member on the platform where it signed in. */
export type TenantMember = Origin & {
  readonly type: 'tenant_user'
  readonly id: string
  readonly email: string
  readonly role: string
  readonly permissions: readonly string[]
  readonly sessionId: string
  readonly amr: readonly string[]
  readonly platform: Platform
}

/** Ids of the warehouses that an actor may see; null means all. */
export type VisibleWarehouses = readonly string[] | null

/** A member with the warehouses it may see. */
export type MemberInScope = TenantMember & { readonly warehouses: VisibleWarehouses }

/** An API key of a platform, with the warehouses it may see. */
export type ApiKey = Origin & {
  readonly type: 'api_key'
  readonly id: string
  readonly name: string
  readonly email: null
  readonly permissions: readonly WarehousePermission[]
  readonly sessionId: null
  readonly amr: readonly string[]
  readonly platform: Platform
  readonly warehouses: VisibleWarehouses
}

/** Whoever works in a workspace, with the warehouses it may see. */
export type ActorInScope = MemberInScope | ApiKey

/** A member or an API key with its warehouse permissions. */
export type WorkspaceMember = ActorInScope & {
  readonly holds: ReadonlySet<WarehousePermission>
}

/** The product itself, in a job or an administrator's command. */
export type System = {
  readonly type: 'system'
  readonly ip: null
  readonly userAgent: null
  readonly requestId: string
  readonly at: Date
  readonly id: null
  readonly email: null
  readonly sessionId: null
  readonly amr: readonly string[]
  readonly platform: null
}

export type Actor =
  | Anonymous
  | Operator
  | PlatformOperator
  | TenantMember
  | ApiKey
  | WorkspaceMember

/** The type of actor a handler receives, derived from what its route allows. */
export type ActorOf<A extends Allow> = A extends 'public'
  ? Anonymous
  : A extends 'operator'
    ? Operator
    : A extends 'member'
      ? MemberInScope
      : A extends WarehousePermission
        ? WorkspaceMember
        : PlatformOperator

/** The fields of an anonymous actor besides the origin. */
export const nobody = {
  type: 'anonymous',
  id: null,
  email: null,
  sessionId: null,
  amr: [],
} as const
