import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { sharedApp } from './app.ts'
import { adjustAt, as, receiveInto, stocked } from './fixtures.ts'
import { newWarehouse } from './warehouse.ts'

const { reports, stockViews } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
const item = await stocked(app, site)

describe('a year nobody means', () => {
  const message = 'The year must be from 1900 to 9999'
  const refused = (path: string) => ({
    status: 400,
    code: 'validation_failed',
    details: [{ path, message }],
  })
  const year = { from: '2026-01-01', to: '2026-01-31' }
  const queries: [string, Route, string, Record<string, string>][] = [
    ['recorded from', stockViews.ledger, 'from', {}],
    ['recorded up to', stockViews.ledger, 'to', {}],
    ['the first day of the ledger', stockViews.ledger, 'effectiveFrom', {}],
    ['the last day of the ledger', stockViews.ledger, 'effectiveTo', {}],
    ['the moment of the stock', stockViews.asOf, 'at', {}],
    ['what was known of the stock', stockViews.asOf, 'known', { at: '2026-01-01T00:00:00Z' }],
    ['the first day of a report', reports.movement, 'from', year],
    ['the last day of a report', reports.movement, 'to', year],
    ['what a report knows', reports.movement, 'known', year],
    ['the first day of totals', reports.movementTotals, 'from', year],
    ['the day of availability', stockViews.availability, 'on', {}],
  ]
  const isMoment = (name: string, route: Route) =>
    ['at', 'known'].includes(name) || (route === stockViews.ledger && !name.startsWith('effective'))
  test.each(queries)('is refused in an address: %s', async (_, route, name, others) => {
    const params = { ...site.params, variantId: item.id }
    for (const day of ['0000-01-01', '1899-12-31']) {
      const query = { ...others, [name]: isMoment(name, route) ? `${day}T00:00:00Z` : day }
      const { status, body } = await app.call(route, { ...as(site), params, query })
      expect({ status, code: body.code, details: body.details }).toEqual(refused(name))
    }
  })

  test('is refused in a document', async () => {
    const at = '0000-01-01T00:00:00Z'
    const made = await receiveInto(app, site, { sku: item.sku, qty: '1' }, { effectiveAt: at })
    const line = { sku: item.sku, qty: '1', expiresOn: '0000-01-01' }
    const short = await receiveInto(app, site, line)
    const adjusted = await adjustAt(app, site, { sku: item.sku, qty: '1' }, { effectiveAt: at })
    const answers = [made, short, adjusted].map(({ status, body: { code, details } }) => ({
      status,
      code,
      details,
    }))
    const paths = ['effectiveAt', 'lines.0.expiresOn', 'effectiveAt']
    expect(answers).toEqual(paths.map(refused))
  })
})
