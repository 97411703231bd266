import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { levelOf, type Site } from './fixtures.ts'

const routes = {
  receipts: api.warehouse.receiving.createBatch,
  adjustments: api.warehouse.adjustments.createBatch,
}
export type Kind = keyof typeof routes
type Some = Record<string, unknown>
type Sent = { mode?: string; by?: { token: string }; headers?: Record<string, string> }
export type Batches = ReturnType<typeof batchesOf>

/** Batches of documents of one line in A-01 of a site, and what became of them. */
export function batchesOf(app: TestApp, site: Site) {
  const { platform, params, warehouse } = site
  const rows = (text: string, ...more: unknown[]) => arrange(app, text, [platform.id, ...more])
  return {
    receipt: (line: Some, more: Some = {}) => ({
      warehouseId: warehouse.id,
      complete: true,
      ...more,
      lines: [{ location: 'A-01', ...line }],
    }),
    adjustment: (line: Some, more: Some = {}) => ({
      warehouseId: warehouse.id,
      reasonCode: 'damaged',
      ...more,
      lines: [{ location: 'A-01', mode: 'delta', ...line }],
    }),
    send: (
      kind: Kind,
      items: unknown,
      { mode = 'valid_items', by = site, headers = {} }: Sent = {},
    ) => app.call(routes[kind], { params, token: by.token, headers, body: { mode, items } }),
    /** How much the ledger holds of an item. */
    onHand: async (variantId: string) => (await levelOf(app, variantId))?.['on_hand'],
    documents: (kind: Kind) =>
      rows(`select number, state from tenant.${kind} where platform_id = $1 order by 1`),
    /** How many rows the platform has in each of these tables. */
    counts: (...tables: string[]) =>
      Promise.all(
        tables.map(async (table) => {
          const text = `select count(*)::int as n from tenant.${table} where platform_id = $1`
          return Number((await rows(text))[0]?.['n'])
        }),
      ),
    /** Returns the subjects of the events of this type. */
    eventSubjects: async (type: string) =>
      (
        await rows(
          'select subject_id from tenant.tenant_events where platform_id = $1 and type = $2',
          type,
        )
      ).map((one) => one['subject_id']),
  }
}
