import type { RecentType, SetupStep, TodayTile } from '@stowage/contract/home-kinds'
import type { Home } from '@stowage/contract/workspace/home'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { VisibleWarehouses } from '../../http/actor.ts'

/* What nouns bring to the home page of a workspace. */

/** Selects one row: how much waits `at` this moment, and when the oldest of it began to wait, or null. */
export type TileSource = (
  platformId: string,
  scope: VisibleWarehouses,
  at: Date,
) => RawBuilder<unknown>

export type RecentSource = {
  /** Selects `id` (text), `label` and `at` of what this member has changed; a null id is left out. */
  touched: (asked: {
    platformId: string
    scope: VisibleWarehouses
    memberId: string
  }) => RawBuilder<unknown>
  /** Returns the moved items, by id. */
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
  /** Checks whether there is anything to show. */
  hasData: (db: Db, platformId: string) => Promise<boolean>
  /** Counts stock moves since midnight of the first warehouse in sight. */
  countToday: (db: Db, platformId: string, scope: VisibleWarehouses, at: Date) => Promise<number>
  listFindings: (db: Db, platformId: string) => Promise<Home['security']['findings']>
}

/** Rows scanned per type when collecting one member's recent items. */
export const maxRecent = 1_000
