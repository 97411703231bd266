import type { Allow } from '@stowage/contract/route'
import type { WarehousePermission } from '@stowage/contract/member-permissions'

/** Where a request came from and when: one request, one moment. */
export type Origin = {
  readonly ip: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly at: Date
}

export type Platform = { readonly id: string; readonly slug: string }

/** Nobody in particular. `platform` is set below /tenant/:slug. */
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
  /** When, and how well (`aal1` one factor, `aal2` two), the session was last proved to be the owner's. */
  readonly authTime: Date
  readonly acr: string
  readonly hasSecondFactor: boolean
  readonly platform: null
}

/** An operator acting on one platform, by the rights of the membership there. */
export type PlatformOperator = Omit<Operator, 'platform'> & {
  readonly platform: Platform & { readonly memberId: string; readonly role: string }
}

/** A member, on the platform it signed in to. */
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

/** A member with the warehouses it may see; null for all of them. */
export type MemberInScope = TenantMember & { readonly warehouses: readonly string[] | null }

/** A member at work in the warehouse. */
export type WorkspaceMember = MemberInScope & { readonly holds: ReadonlySet<WarehousePermission> }

/** Nobody: the product itself, in a job, or a command of whoever runs the machine. */
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

export type Actor = Anonymous | Operator | PlatformOperator | TenantMember | WorkspaceMember

/** Whom a handler meets, by what its route allows. */
export type ActorOf<A extends Allow> = A extends 'public'
  ? Anonymous
  : A extends 'operator'
    ? Operator
    : A extends 'member'
      ? MemberInScope
      : A extends WarehousePermission
        ? WorkspaceMember
        : PlatformOperator

/** What an anonymous actor is beside where the request came from. */
export const nobody = {
  type: 'anonymous',
  id: null,
  email: null,
  sessionId: null,
  amr: [],
} as const
