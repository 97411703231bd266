import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'manifest.close': 'hand shipments over to carriers',
  },
  roles: {
    'manifest.close': ['warehouse_manager', 'shipper'],
  },
} as const satisfies Rights

export const events = () => ({
  manifest: {
    each: { number: z.string(), carrier: z.string(), handedTo: z.string() },
    types: {
      opened: {},
      closed: { shipmentIds: z.array(id), packages: z.int() },
      cancelled: {},
    },
  },
})

export const audit = ['PACKAGE_LOADED', 'PACKAGE_UNLOADED'] as const
