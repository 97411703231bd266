import type { Carrier } from '@stowage/contract/orders/carriers'
import { defineRecord } from '../../workspace/records/queries.ts'
import { recordSource } from '../../workspace/records/source-queries.ts'

export const carrierRecord = defineRecord<Carrier, 'carrier'>({
  type: 'carrier',
  table: 'tenant.carriers',
  key: 'carrierId',
  columns: ['code', 'name', 'trackingUrl', 'state'],
  readOnly: ['createdAt'],
  code: 'code',
  searched: ['code', 'name'],
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

export const carrierSource = recordSource(carrierRecord, 'carrier.read', 'carriers')
