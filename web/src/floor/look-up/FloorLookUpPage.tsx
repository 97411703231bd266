import type { ThingKind } from '@stowage/contract/scan-kinds'
import { Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { Command } from '../frame/Command.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { FoundThing } from './FoundThing.tsx'
import { lookUpSearch, type FoundProps } from './look-up.ts'
import { useSearchOf } from '../frame/navigation.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { WaysToScan } from '../frame/WaysToScan.tsx'
import { WorkHead } from '../frame/WorkHead.tsx'

// The start page does without them.
const FoundItem = lazyPart(() => import('./FoundItem.tsx'), 'FoundItem')
const FoundLocation = lazyPart(() => import('./FoundLocation.tsx'), 'FoundLocation')
const FoundOrder = lazyPart(() => import('./FoundOrder.tsx'), 'FoundOrder')
const FoundFulfillment = lazyPart(() => import('./FoundFulfillment.tsx'), 'FoundFulfillment')
const FoundShipment = lazyPart(() => import('./FoundShipment.tsx'), 'FoundShipment')
const FoundReturn = lazyPart(() => import('./FoundReturn.tsx'), 'FoundReturn')
const FoundBatch = lazyPart(() => import('./FoundBatch.tsx'), 'FoundBatch')
const FoundReceipt = lazyPart(() => import('./FoundReceipt.tsx'), 'FoundReceipt')

const parts: Partial<Record<ThingKind, ComponentType<FoundProps>>> = {
  variant: FoundItem,
  lot: FoundItem,
  serial: FoundItem,
  location: FoundLocation,
  order: FoundOrder,
  fulfillment: FoundFulfillment,
  // Both are found with the id of their fulfillment.
  tote: FoundFulfillment,
  package: FoundFulfillment,
  shipment: FoundShipment,
  return: FoundReturn,
  pick_batch: FoundBatch,
  receipt: FoundReceipt,
}

/** Shows whatever is scanned, and what can be done with it. */
export default function FloorLookUpPage() {
  const slug = useSlug()
  const { kind, ...rest } = useSearchOf(lookUpSearch)
  if (kind === undefined) return <Start />
  const Found = parts[kind] ?? FoundThing
  return (
    <Suspense>
      <Found key={`${kind} ${rest.id}`} slug={slug} thing={{ kind, ...rest }} />
    </Suspense>
  )
}

function Start() {
  const paths = usePaths()
  const outbox = useOutbox()
  return (
    <FloorFrame
      title="Look up"
      head={<WorkHead back={{ href: paths.floor, name: 'Tasks' }} name="Look up" outbox={outbox} />}
      thumb={<WaysToScan isFirst label="Code" isOnline={outbox.isOnline} />}
    >
      <PendingScans outbox={outbox} />
      <Command verb="Scan" isLong>
        an item, a location, an order or any other code
      </Command>
      <p className="text-lg text-muted">
        You see what it is, where it is and what you can do with it.
      </p>
    </FloorFrame>
  )
}
