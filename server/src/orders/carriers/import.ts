import { importFacts } from '@stowage/contract/import-kinds'
import { carriers } from '@stowage/contract/orders/carriers'
import { recordImport } from '../../workspace/imports/record-import.ts'
import { carrierRecord } from './queries.ts'

export const carrierRows = recordImport(carrierRecord, importFacts.carriers, carriers.create.body)
