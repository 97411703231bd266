import { importFacts } from '@stowage/contract/import-kinds'
import type { carriers } from '@stowage/contract/orders/carriers'
import type { Handlers } from '../../http/mount.ts'
import { recordColumns } from '../../workspace/imports/record-import.ts'
import { listHandler, recordHandlers } from '../../workspace/records/handlers.ts'
import { carrierRecord } from './queries.ts'

export const carrierHandlers: Handlers<typeof carriers> = {
  ...recordHandlers(carrierRecord, {}),
  list: listHandler(carrierRecord, 'carriers', recordColumns(importFacts.carriers)),
}
