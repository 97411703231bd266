import type { Lot } from '@stowage/contract/warehouse/lots'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'

const lotColumns = [
  ...(['lotId as id', 'variantId', 'code', 'supplierLot', 'manufacturedOn'] as const),
  ...(['expiresOn', 'receivedOn', 'version'] as const),
] as const

export function findLot(db: Db, platformId: string, lotId: string): Promise<Lot | undefined> {
  return db
    .selectFrom('tenant.lots')
    .select(lotColumns)
    .where('platformId', '=', platformId)
    .where('lotId', '=', lotId)
    .executeTakeFirst()
}

/** The lot as it is now, or undefined when it was of another version. */
export function saveLot(
  tx: Tx,
  platformId: string,
  { id, version }: { id: string; version: number },
  values: Updateable<Tables['tenant.lots']>,
): Promise<Lot | undefined> {
  return tx
    .updateTable('tenant.lots')
    .set({ ...values, version: version + 1 })
    .where('platformId', '=', platformId)
    .where('lotId', '=', id)
    .where('version', '=', version)
    .returning(lotColumns)
    .executeTakeFirst()
}
