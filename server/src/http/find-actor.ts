import type { ProofMethod } from '@stowage/contract/proof'
import { can, type PlatformPermission } from '@stowage/contract/permissions'
import type { Allow, Route } from '@stowage/contract/route'
import {
  warehousePermissions,
  type WarehousePermission,
} from '@stowage/contract/member-permissions'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../database/connect.ts'
import { requireHere } from '../database/transactions.ts'
import { fail, notFound } from '../errors.ts'
import { deny, rightsOf } from './authorization.ts'
import type { MemberProof } from './step-up.ts'
import {
  nobody,
  type Actor,
  type ActorInScope,
  type Anonymous,
  type ApiKey,
  type MemberInScope,
  type Operator,
  type Origin,
  type PlatformOperator,
  type TenantMember,
  type WorkspaceMember,
} from './actor.ts'

/**
 * Functions with which the HTTP layer identifies the caller. Passed in by app.ts, so this folder depends on no
 * module.
 */
export type ActorLookup = {
  findOperator: (context: Context, token: string, origin: Origin) => Promise<Operator | undefined>
  findMember: (
    context: Context,
    token: string,
    slug: string,
    origin: Origin,
  ) => Promise<MemberInScope | undefined>
  /** Counts the use of the key. */
  findApiKey: (
    context: Context,
    token: string,
    slug: string,
    origin: Origin,
  ) => Promise<ApiKey | undefined>
  findPlatform: (
    db: Db,
    slug: string,
    at: Date,
  ) => Promise<Exclude<Anonymous['platform'], null> | undefined>
  findRole: (
    db: Db,
    accountId: string,
    platformId: string,
  ) => Promise<{ memberId: string; role: string; slug: string } | undefined>
  findProofMethods: (db: Db, accountId: string) => Promise<ProofMethod[]>
  /** How a member's session was last confirmed, and the ways to confirm it. */
  findMemberProof: (context: Context, member: TenantMember) => Promise<MemberProof>
  /** Creates the warehouse defaults of the platform if missing. */
  openWarehouse: (context: Context, platformId: string, at: Date) => Promise<void>
}

export type Params = Record<string, string>

/**
 * Returns the authorized actor. Fails with 401 without a session and 422 without the permission.
 */
export async function findActor(
  context: Context,
  lookup: ActorLookup,
  route: Route,
  params: Params,
  request: FastifyRequest,
  origin: Origin,
): Promise<Actor> {
  const isTenant = route.path.startsWith('/tenant/')
  const findPlatform = async () =>
    (await lookup.findPlatform(context.db, slugOf(params), origin.at)) ?? noPlatform()
  if (route.allow === 'public')
    return { ...nobody, ...origin, platform: isTenant ? await findPlatform() : null }

  const token = bearerToken(request)
  if (isTenant) {
    const isKey = token?.startsWith('stw_') ?? false
    const find = isKey ? lookup.findApiKey : lookup.findMember
    const caller = token && (await find(context, token, slugOf(params), origin))
    if (!caller) {
      // A missing platform is reported to every caller.
      const platform = await findPlatform()
      if (!context.cells.isOne) await requireHere(context.db, platform.id)
      return fail(isKey ? 'invalid_api_key' : 'unauthorized')
    }
    if (isWarehousePermission(route.allow)) return inWarehouse(context, lookup, caller, route.allow)
    // The other routes are about the member.
    return caller.type === 'api_key' ? deny(context, caller, route.allow) : caller
  }

  if (token === undefined) return fail('unauthorized')
  const operator = (await lookup.findOperator(context, token, origin)) ?? fail('unauthorized')
  if (route.allow === 'operator') return operator
  // The remaining values of `allow` are platform permissions.
  const permission = route.allow as PlatformPermission
  return onPlatform(context, lookup, operator, permission, params['platformId'] ?? '')
}

const warehousePermissionNames: ReadonlySet<string> = new Set(warehousePermissions)
export const isWarehousePermission = (allow: Allow): allow is WarehousePermission =>
  warehousePermissionNames.has(allow)

/** Names the missing permission, which the page shows. */
async function inWarehouse(
  context: Context,
  lookup: ActorLookup,
  caller: ActorInScope,
  permission: WarehousePermission,
): Promise<WorkspaceMember> {
  const holds = rightsOf(caller)
  if (!holds.has(permission)) await deny(context, caller, permission)
  await lookup.openWarehouse(context, caller.platform.id, caller.at)
  return { ...caller, holds }
}

/**
 * A platform that is invisible to the operator is not found. A visible platform without the
 * permission is refused and recorded.
 */
async function onPlatform(
  context: Context,
  lookup: ActorLookup,
  operator: Operator,
  permission: PlatformPermission,
  platformId: string,
): Promise<PlatformOperator> {
  const found = await lookup.findRole(context.db, operator.id, platformId)
  if (!found && !context.cells.isOne) await requireHere(context.db, platformId)
  if (!found) return noPlatform()
  const { slug, ...membership } = found
  const actor = { ...operator, platform: { id: platformId, slug, ...membership } }
  if (!can(membership.role, permission)) await deny(context, actor, permission)
  return actor
}

const noPlatform = (): never => notFound('Platform not found')

/** The router has decoded the parameter. An invalid slug matches no platform. */
const slugOf = (params: Params) => (params['slug'] ?? '').toLowerCase()

/**
 * Requires exactly one Authorization header. Node keeps the first of several and hides the rest.
 */
function bearerToken(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw
  const count = rawHeaders.filter(
    (text, i) => i % 2 === 0 && text.toLowerCase() === 'authorization',
  ).length
  if (count !== 1) return undefined
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
