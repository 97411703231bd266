import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { below, changedBy, changes, isIn, previews } from './topics.ts'

const routes = Object.values(api).flatMap((nouns) =>
  Object.values(nouns).flatMap((noun): Route[] => Object.values(noun)),
)
const reads = routes.filter(({ method }) => method === 'GET')
const writes = routes.filter(({ method }) => method !== 'GET')

test('every write changes what a read shows, but signing in and asking', () => {
  const silent = writes.filter((write) => !reads.some(({ path }) => changedBy(write)(path)))
  expect(silent.map(({ path }) => path).sort()).toEqual([
    '/tenant/:slug/invitations/accept',
    '/tenant/:slug/invitations/look',
    '/tenant/:slug/login',
    '/tenant/:slug/logout',
    '/tenant/:slug/reauthenticate',
    '/tenant/:slug/refresh',
    '/tenant/:slug/scan',
  ])
})

test('every part that is named is one of the API', () => {
  const unknown = [
    ...Object.keys(changes).filter((part) => !writes.some(({ path }) => isIn(below(path), part))),
    ...Object.values(changes)
      .flat()
      .filter((part) => !reads.some(({ path }) => isIn(below(path), part))),
    ...previews.filter((preview) => !routes.some(({ path }) => below(path) === preview)),
  ]
  expect(unknown).toEqual([])
})

const { receiving, variants, kits, stockViews, stock } = api.warehouse
const { orders, picking, returns } = api.orders
const { webhooks, imports } = api.workspace
test.each([
  ['a receipt shows in the stock', receiving.complete, stockViews.levels, true],
  ['a receipt shows in no order', receiving.complete, orders.list, false],
  ['a pick shows in its order', picking.short, orders.details, true],
  ['a return shows in the stock', returns.receive, stockViews.buckets, true],
  ['a barcode changes its item', variants.addBarcode, variants.list, true],
  ['a barcode changes no stock', variants.addBarcode, stockViews.levels, false],
  ['a kit changes what is available', kits.save, stockViews.availability, true],
  ['a file changes everything', imports.apply, api.orders.customers.list, true],
  ['what was reversed is not looked at before', stock.reverse, stock.previewReverse, false],
  ['a webhook that was changed is read', webhooks.update, webhooks.get, true],
  ['a webhook that was deleted is not read', webhooks.remove, webhooks.get, false],
  ['the list of a deleted webhook is read', webhooks.remove, webhooks.list, true],
  ['all sessions are one list', api.identity.sessions.endOthers, api.identity.sessions.list, true],
  ['a read changes nothing', stockViews.levels, stockViews.levels, false],
])('%s', (_, write: Route, { path }: Route, isChanged) => {
  expect(changedBy(write)(path)).toBe(isChanged)
})
