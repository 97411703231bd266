import type { RecentType, SetupStep, TodayTile } from '@stowage/contract/home-kinds'
import type { Home } from '@stowage/contract/workspace/home'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'

/* What nouns bring to the home page of a workspace. */

/** Warehouses in sight; null sees all of them. */
export type Scope = readonly string[] | null

/** Selects one row: how much waits `at` this moment, and when the oldest of it began to wait, or null. */
export type TileSource = (platformId: string, scope: Scope, at: Date) => RawBuilder<unknown>

export type RecentSource = {
  /** Selects `id` (text), `label` and `at` of what this member has changed; a null id is left out. */
  touched: (asked: { platformId: string; scope: Scope; memberId: string }) => RawBuilder<unknown>
  /** What was moved, by id. */
  listItems?: (
    db: Db,
    platformId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Home['recent'][number]['item']>>
}

/** A condition: whether a new workspace has it. */
export type SetupSource = (platformId: string) => RawBuilder<boolean>

export type HomeSources = {
  today: Readonly<Record<TodayTile, TileSource>>
  recent: Readonly<Record<RecentType, RecentSource>>
  setup: Readonly<Record<SetupStep, SetupSource>>
  /** Whether there is anything to show. */
  hasData: (db: Db, platformId: string) => Promise<boolean>
  /** What happened since midnight of the first warehouse in sight. */
  countToday: (db: Db, platformId: string, scope: Scope, at: Date) => Promise<number>
  listFindings: (db: Db, platformId: string) => Promise<Home['security']['findings']>
}

/** Of the latest things of each kind so many are looked through for those of one member. */
export const looked = 1_000

/** Whether the warehouse in this column is in sight. */
export const inSight = (scope: Scope, column: string) =>
  sql<boolean>`(${scope}::uuid[] is null or ${sql.ref(column)} = any (${scope}::uuid[]))`
