import { importFacts } from '@stowage/contract/import-kinds'
import { boxes } from '@stowage/contract/orders/boxes'
import { recordImport } from '../../workspace/imports/record-import.ts'
import { boxRecord } from './queries.ts'

export const boxRows = recordImport(boxRecord, importFacts.boxes, boxes.create.body)
