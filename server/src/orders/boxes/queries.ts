import type { Box } from '@stowage/contract/orders/boxes'
import { defineRecord } from '../../workspace/records/queries.ts'
import { recordSource } from '../../workspace/records/source-queries.ts'

export const boxRecord = defineRecord<Box, 'box'>({
  type: 'box',
  table: 'tenant.boxes',
  key: 'boxId',
  columns: [
    'code',
    'name',
    'lengthMm',
    'widthMm',
    'heightMm',
    'tareWeightG',
    'maxWeightG',
    'state',
  ],
  readOnly: ['createdAt'],
  code: 'code',
  searched: ['code', 'name'],
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

export const boxSource = recordSource(boxRecord, 'box.read', 'boxes')
