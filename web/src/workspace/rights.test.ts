import { warehouseRights } from '@stowage/contract/member-permissions'
import { receiving } from '@stowage/contract/warehouse/receiving'
import { savedViews } from '@stowage/contract/workspace/saved-views'
import { expect, test } from 'vitest'
import { refusalOf, type useCan } from './rights.ts'

/** Type tests of the arguments for a route. Nothing here is called. */
export const asks = ({ why, whyTo }: ReturnType<typeof useCan>) => [
  why(receiving.create),
  why(receiving.create, 'receipt.complete'),
  why(savedViews.create, 'view.share'),
  whyTo<typeof receiving.create>('receipt.create'),
  // @ts-expect-error Receiving needs no right of orders for any input.
  why(receiving.create, 'order.confirm'),
  // @ts-expect-error Every member may save a view, so only what it needs for some inputs can be missing.
  why(savedViews.create),
  // @ts-expect-error A right is not called.
  // oxlint-disable-next-line stowage/right-of-route -- the types refuse it too
  why('receipt.create'),
  // @ts-expect-error It is not the right of this route.
  whyTo<typeof receiving.create>('order.confirm'),
  // @ts-expect-error The route is said.
  whyTo('receipt.create'),
]

test('says what the right is for, once its words have come, and who can change that', () => {
  expect(refusalOf('receipt.create', warehouseRights)).toBe(
    'You don’t have permission to receive stock. Ask an admin of this workspace.',
  )
  expect(refusalOf('receipt.create')).toBe(
    'You don’t have permission to do this. Ask an admin of this workspace.',
  )
})
