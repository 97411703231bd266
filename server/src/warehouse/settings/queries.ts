import { microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Reason as FullReason, WarehouseSettings } from '@stowage/contract/warehouse/settings'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import { notFound } from '../../errors.ts'

type Reason = { code: string; name: string; applies: string[]; requiresNote?: boolean }

export async function insertSettings(tx: Tx, platformId: string, at: Date): Promise<void> {
  await tx
    .insertInto('tenant.warehouseSettings')
    .values({ platformId, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts reasons. Existing ones are kept as they are. */
export async function insertReasons(
  tx: Tx,
  platformId: string,
  reasons: readonly Reason[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('tenant.reasons')
    .values(reasons.map((reason) => ({ platformId, ...reason, createdAt: at, updatedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const reasonColumns = ['code', 'name', 'applies', 'requiresNote', 'state', 'version'] as const
type ReasonRow = Omit<FullReason, 'applies' | 'state'> & { applies: string[]; state: string }
const reasonOf = (row: ReasonRow) => row as FullReason

/** All reasons by name, those that were archived at the end. */
export async function listReasons(db: Db, platformId: string): Promise<FullReason[]> {
  const rows = await db
    .selectFrom('tenant.reasons')
    .select(reasonColumns)
    .where('platformId', '=', platformId)
    .orderBy('state')
    .orderBy('name')
    .orderBy('code')
    .execute()
  return rows.map(reasonOf)
}

export async function insertReason(
  tx: Tx,
  platformId: string,
  values: Reason,
  at: Date,
): Promise<FullReason> {
  const row = await tx
    .insertInto('tenant.reasons')
    .values({ platformId, ...values, createdAt: at, updatedAt: at })
    .returning(reasonColumns)
    .executeTakeFirstOrThrow()
  return reasonOf(row)
}

/** Holds the reason until commit. */
export async function lockReason(
  tx: Tx,
  platformId: string,
  code: string,
): Promise<FullReason | undefined> {
  const row = await tx
    .selectFrom('tenant.reasons')
    .select(reasonColumns)
    .where('platformId', '=', platformId)
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && reasonOf(row)
}

export async function saveReason(
  tx: Tx,
  platformId: string,
  code: string,
  values: { [K in keyof Reason]?: Reason[K] | undefined },
  at: Date,
): Promise<FullReason> {
  const row = await tx
    .updateTable('tenant.reasons')
    .set((columns) => ({ ...values, updatedAt: at, version: columns('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('code', '=', code)
    .returning(reasonColumns)
    .executeTakeFirstOrThrow()
  return reasonOf(row)
}

const settingColumns = [
  'currency',
  'costingMethod',
  'costingScope',
  'adjustApprovalAbove',
  'separateDuties',
  'packScan',
  'shortPickHolds',
  'pickPolicy',
  'defaultBackorderLimit',
  'demo',
  'version',
] as const

type SettingsRow = Omit<
  WarehouseSettings,
  'demo' | 'costingMethod' | 'costingScope' | 'backorders'
> & {
  demo: string | null
  defaultBackorderLimit: string | null
  costingMethod: string
  costingScope: string
}
const settingsOf = ({ adjustApprovalAbove, defaultBackorderLimit, ...row }: SettingsRow) =>
  ({
    ...row,
    backorders: defaultBackorderLimit === '0' ? 'deny' : 'allow',
    adjustApprovalAbove: adjustApprovalAbove === null ? null : plainMoney(adjustApprovalAbove),
  }) as WarehouseSettings

export async function getSettings(db: Db, platformId: string): Promise<WarehouseSettings> {
  return settingsOf((await readSettings(db, platformId)) ?? notFound())
}

const readSettings = prepareRead((db: Db, platformId: string) =>
  db
    .selectFrom('tenant.warehouseSettings')
    .select(settingColumns)
    .where('platformId', '=', platformId),
)

type Changes = {
  [K in keyof Omit<WarehouseSettings, 'version' | 'demo'>]?: WarehouseSettings[K] | undefined
}

/** The settings as they are now, or undefined when they were of another version. */
export async function saveSettings(
  tx: Tx,
  platformId: string,
  version: number,
  { adjustApprovalAbove, backorders, ...values }: Changes,
  at: Date,
): Promise<WarehouseSettings | undefined> {
  const row = await tx
    .updateTable('tenant.warehouseSettings')
    .set({
      ...values,
      ...(adjustApprovalAbove !== undefined && {
        adjustApprovalAbove:
          adjustApprovalAbove === null ? null : String(microsOf(adjustApprovalAbove)),
      }),
      ...(backorders && { defaultBackorderLimit: backorders === 'deny' ? '0' : null }),
      updatedAt: at,
      version: version + 1,
    })
    .where('platformId', '=', platformId)
    .where('version', '=', version)
    .returning(settingColumns)
    .executeTakeFirst()
  return row && settingsOf(row)
}

/** The last day whose books are closed, such as 2026-10-31. */
export async function findClosedThrough(db: Db, platformId: string): Promise<string> {
  const { closedThrough } = await db
    .selectFrom('tenant.warehouseSettings')
    .select('closedThrough')
    .where('platformId', '=', platformId)
    .executeTakeFirstOrThrow()
  return closedThrough
}

/** Checks whether the platform has any cost entries. */
export async function hasCosts(db: Db, platformId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenant.costEntries')
    .select('seq')
    .where('platformId', '=', platformId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A reason that may be given for this kind of change; undefined when there is none. */
export const findReason = prepareRead((db: Db, platformId: string, code: string) =>
  db
    .selectFrom('tenant.reasons')
    .select(['code', 'name', 'applies', 'requiresNote', 'state'])
    .where('platformId', '=', platformId)
    .where('code', '=', code),
)

type Demo = NonNullable<WarehouseSettings['demo']>

/** Says that everything in this warehouse is example data, which alone may be taken away. */
export async function markAsDemo(tx: Tx, platformId: string, size: Demo): Promise<void> {
  await tx
    .updateTable('tenant.warehouseSettings')
    .set({ demo: size })
    .where('platformId', '=', platformId)
    .execute()
}

/** Holds the settings until commit, so two people do not load at once. */
export function lockSettings(tx: Tx, platformId: string) {
  return tx
    .selectFrom('tenant.warehouseSettings')
    .select('demo')
    .where('platformId', '=', platformId)
    .forUpdate()
    .executeTakeFirst()
}

/** The size of the example data that is there; null for a workspace of one's own. */
export async function findDemo(db: Db, platformId: string): Promise<Demo | null> {
  const row = await db
    .selectFrom('tenant.warehouseSettings')
    .select('demo')
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return row?.demo ?? null
}
