import type { SetupStep, TodayTile } from '@stowage/contract/home-kinds'
import { home, type Home } from '@stowage/contract/workspace/home'
import { load } from '../../app/api.ts'
import { known } from '../../app/words.ts'
import type { WorkspacePaths } from '../paths.ts'
import { kindName, pageOf } from '../scan/opening.ts'

/** Query of the home page; `warehouse` narrows it to one of them. */
export const homeOf = (slug: string, warehouse: string | undefined) => ({
  ...load(home.show, { params: { slug }, query: { ...(warehouse && { warehouse }) } }),
  staleTime: 10_000,
})

type Words = { name: string; definition: string; href: (to: WorkspacePaths) => string }

/** Name, definition and page of each tile of waiting work. */
export const tiles = known<TodayTile, Words>(
  {
    late: {
      name: 'Late orders',
      definition: 'Not shipped by the promised time',
      href: (to) => to.orders({ view: 'late' }),
    },
    to_release: {
      name: 'To release',
      definition: 'Confirmed orders with reserved stock',
      href: (to) => to.orders({ view: 'to_release' }),
    },
    to_pick: {
      name: 'To pick',
      definition: 'Released, not all picked yet',
      href: (to) => to.toPick,
    },
    to_pack: {
      name: 'To pack',
      definition: 'Picked, not all packed yet',
      href: (to) => to.toPack,
    },
    to_ship: {
      name: 'To ship',
      definition: 'Packed, not shipped yet',
      href: (to) => to.toShip,
    },
    orders_on_hold: {
      name: 'Orders on hold',
      definition: 'Waiting for a decision',
      href: (to) => to.orders({ view: 'on_hold' }),
    },
    backorder: {
      name: 'Backorders',
      definition: 'Orders waiting for stock',
      href: (to) => to.orders({ view: 'backorder' }),
    },
    returns_to_inspect: {
      name: 'Returns to inspect',
      definition: 'Received, not inspected yet',
      href: (to) => to.returns({ view: 'to_inspect' }),
    },
    to_receive: {
      name: 'To receive',
      definition: 'Receipts not completed yet',
      href: (to) => to.receiving,
    },
    receiving_bay: {
      name: 'To put away',
      definition: 'Received, not yet put away',
      href: (to) => to.stock({ use: 'put_away' }),
    },
    to_put_back: {
      name: 'To put back',
      definition: 'Picked for orders that were cancelled',
      href: (to) => to.stock({ use: 'put_back' }),
    },
    to_approve: {
      name: 'To approve',
      definition: 'Adjustments waiting for approval',
      href: (to) => to.adjustments({ state: 'pending_approval' }),
    },
    on_hold: {
      name: 'Unavailable',
      definition: 'SKUs with unavailable stock',
      href: (to) => to.levels({ state: 'unavailable' }),
    },
    exceptions: {
      name: 'Exceptions',
      definition: 'Waiting for somebody to take care',
      href: (to) => to.exceptions(),
    },
  },
  (raw) => ({ name: raw, definition: '', href: (to) => to.home }),
)

/** Setup steps of a new workspace, in order. */
export const steps = known<SetupStep, { name: string; href: (to: WorkspacePaths) => string }>(
  {
    warehouse: { name: 'Add warehouse', href: (to) => to.locations() },
    locations: { name: 'Add locations', href: (to) => to.locations() },
    products: { name: 'Add products', href: (to) => to.products },
    stock: { name: 'Receive your first stock', href: (to) => to.receiving },
    team: { name: 'Invite your team', href: (to) => to.team },
  },
  (raw) => ({ name: raw, href: (to) => to.home }),
)

/** Text and page of each security finding. */
export const findings = known<
  Home['security']['findings'][number]['code'],
  { text: string; href: (to: WorkspacePaths) => string }
>(
  {
    books_differ: { text: 'Integrity check found problems', href: (to) => to.verification },
    never_checked: { text: 'No integrity check yet', href: (to) => to.verification },
    no_second_factor: { text: 'Two-factor authentication is off', href: (to) => to.settings },
  },
  (raw) => ({ text: raw, href: (to) => to.home }),
)

type Recent = Home['recent'][number]

/** The page of something that was touched. */
export function pageOfRecent({ type, id, label }: Recent, to: WorkspacePaths): string {
  if (type === 'move') return to.ledger({ move: id })
  if (type === 'product') return to.product(id)
  return pageOf({ kind: type, id, label }, to) ?? to.home
}

const moves: Record<string, string> = {
  relocate: 'Stock moved',
  status_change: 'Status changed',
}

/** Returns the name of a recent record. For a movement it is the first SKU and the number of others. */
export function nameOfRecent({ type, label, item }: Recent): string {
  if (type === 'product') return `Product ${label}`
  if (type !== 'move') return `${kindName(type)} ${label}`
  const what = moves[label] ?? 'Stock movement'
  if (item === null) return what
  const others = item.others > 0 ? ` and ${item.others} more` : ''
  return `${what}: ${item.sku} ${item.name}${others}`
}
