import { demo } from '@stowage/contract/warehouse/demo'
import { home, type Home, type SetupStep, type TodayTile } from '@stowage/contract/warehouse/home'
import { queryOptions } from '@tanstack/react-query'
import { load } from '../api.ts'
import type { WorkspacePaths } from './paths.ts'

/** Where the workspace stands; `warehouse` narrows it to one of them. */
export const homeOf = (slug: string, warehouse: string | undefined) => ({
  ...load(home.show, { params: { slug }, query: { ...(warehouse && { warehouse }) } }),
  staleTime: 10_000,
})

const pollMs = 700

/** How far the example data is, asked again while it is on its way. */
export const demoOf = (slug: string) => {
  const read = load(demo.show, { params: { slug } })
  return queryOptions({
    ...read,
    refetchInterval: ({ state }) => {
      const running = state.data?.demo.state
      return running === 'loading' || running === 'removing' ? pollMs : false
    },
  })
}

type Words = { name: string; definition: string; href: (to: WorkspacePaths) => string }

/** What waits today: its name, what it counts, and where it is done. */
export const tiles: Record<TodayTile, Words> = {
  to_receive: {
    name: 'To receive',
    definition: 'Receipts that were begun and are not in stock yet.',
    href: (to) => to.receiving,
  },
  receiving_bay: {
    name: 'In receiving bay',
    definition: 'Piles that lie where goods arrive and wait for their place.',
    href: (to) => to.stock(),
  },
  to_approve: {
    name: 'To approve',
    definition: 'Corrections of the stock that wait for somebody else.',
    href: (to) => to.adjustments({ state: 'pending_approval' }),
  },
  on_hold: {
    name: 'Not for sale',
    definition: 'Items of which something is on hold, in quarantine, damaged or expired.',
    href: (to) => to.stock(),
  },
}

/** What a new workspace needs, in order. */
export const steps: Record<SetupStep, { name: string; href: (to: WorkspacePaths) => string }> = {
  warehouse: { name: 'Open a warehouse', href: (to) => to.places() },
  locations: { name: 'Name the places in it', href: (to) => to.places() },
  products: { name: 'Add products', href: (to) => to.products },
  stock: { name: 'Receive the first goods', href: (to) => to.receiving },
  team: { name: 'Bring your team', href: (to) => to.team },
}

/** What is wrong, and where to look. */
export const findings: Record<
  Home['security']['findings'][number]['code'],
  { text: string; href: (to: WorkspacePaths) => string }
> = {
  books_differ: { text: 'The books do not agree', href: (to) => to.verification },
  never_checked: { text: 'The books were never checked', href: (to) => to.verification },
  no_second_factor: { text: 'Sign-in has no second step', href: (to) => to.settings },
}

/** The page of something that was touched. */
export function pageOfRecent({ type, id }: Home['recent'][number], to: WorkspacePaths): string {
  if (type === 'receipt') return to.receipt(id)
  if (type === 'adjustment') return to.adjustment(id)
  if (type === 'move') return to.ledger({ move: id })
  return type === 'product' ? to.product(id) : to.stock({ location: id })
}

const kinds: Record<string, string> = {
  receipt: 'Receipt',
  adjustment: 'Adjustment',
  product: 'Product',
  location: 'Place',
}
const moves: Record<string, string> = {
  relocate: 'Goods moved',
  status_change: 'Status changed',
}

/** What was touched, in words. */
export const nameOfRecent = ({ type, label }: Home['recent'][number]) =>
  type === 'move' ? (moves[label] ?? 'Movement') : `${kinds[type] ?? ''} ${label}`
