import { recordSource } from '../../workspace/records/source-queries.ts'
import { carrierRecord } from './queries.ts'

export const carrierSource = recordSource(carrierRecord, 'carrier.read', 'carriers')
