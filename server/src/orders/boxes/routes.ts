import { importFacts } from '@stowage/contract/import-kinds'
import type { boxes } from '@stowage/contract/orders/boxes'
import type { Handlers } from '../../http/mount.ts'
import { recordColumns } from '../../workspace/imports/record-import.ts'
import { listHandler, recordHandlers } from '../../workspace/records/handlers.ts'
import { boxRecord } from './queries.ts'

export const boxHandlers: Handlers<typeof boxes> = {
  ...recordHandlers(boxRecord, {}),
  list: listHandler(boxRecord, 'boxes', recordColumns(importFacts.boxes)),
}
