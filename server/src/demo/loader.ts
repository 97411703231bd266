import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { warehousePermissions } from '@stowage/contract/member-permissions'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { newId } from '../database/ids.ts'
import type { WorkspaceMember } from '../http/actor.ts'

export type Loader = Pick<Context, 'db'> & {
  /** One transaction that sees the platform. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** In whose name, now or at an earlier moment. */
  actor: (at?: Date) => WorkspaceMember
  /** Told after each step, in words and in hundredths. */
  report: (step: string, percent: number) => Promise<void>
  /** The day the history ends on. */
  today: Date
  stopped: () => boolean
}

/** A warehouse, and the ids of its places by code. */
export type Site = { id: string; places: Map<string, string> }

/** First and last percent of the progress that one step covers. */
export type Share = { from: number; to: number }

/** Who loads: a member with every right, because the example shows everything. */
export const loaderOf = (
  { id, email, role, slug }: { id: string; email: string; role: string; slug: string },
  platformId: string,
  at: Date,
): WorkspaceMember => ({
  type: 'tenant_user',
  id,
  email,
  role,
  permissions: [],
  warehouses: null,
  holds: new Set<WarehousePermission>(warehousePermissions),
  platform: { id: platformId, slug },
  sessionId: newId(),
  amr: [],
  ip: '',
  userAgent: null,
  requestId: newId(),
  at,
})

export const minutesBefore = (today: Date, minutes: number) =>
  new Date(today.getTime() - minutes * 60_000)

export function requireGoing({ stopped }: Loader): void {
  if (stopped()) throw new Error('Stopped before the example data was complete')
}

export function* chunksOf<Item>(all: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** Does the work for each item, so many side by side. */
export async function forEach<Item>(
  items: readonly Item[],
  sideBySide: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const rest = items.entries()
  await Promise.all(
    Array.from({ length: sideBySide }, async () => {
      for (const [i, item] of rest) await work(item, i)
    }),
  )
}
