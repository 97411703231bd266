import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import { useQuery } from '@tanstack/react-query'
import { fetchChanged, load, send } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { isPackable } from './pack-scans.ts'
import { usePacking, type DeliverPack } from './use-packing.ts'

/** Packs at a desk, where each scan is sent at once; the server says what is wrong with another item. */
export function useDeskPacking(slug: string, fulfillment: Fulfillment) {
  const { why } = useCan()
  const { data } = useQuery(
    load(packing.items, { params: { slug, fulfillmentId: fulfillment.id } }),
  )
  const deliver: DeliverPack = async ({ kind, package: { id: packageId }, item, isScanned }) => {
    const body = { ...item, scanId: newId() }
    const call = { params: { slug, packageId }, body }
    const { qty } = item
    try {
      if (kind === 'unpack') return await send(packing.remove, call)
      if (isScanned || qty === undefined) return await send(packing.scan, call)
      return await send(packing.pack, { ...call, body: { ...body, qty } })
    } finally {
      await fetchChanged(packing.scan)
    }
  }
  const work = usePacking({
    slug,
    fulfillment,
    items: data?.items ?? [],
    deliver,
    whyNot: why(packing.scan),
  })
  const isOn = isPackable(fulfillment)
  useScan(
    (scan) => {
      const { kind, variantId } = scan.found
      // Documents and locations are opened.
      if (!isOn || (variantId === null && kind !== 'unknown')) return undefined
      return work.scan(scan) ?? work.packScan(scan)
    },
    {
      know: (code) => (isOn ? work.scan({ code }) : undefined),
      screen: 'pack',
      everyScanCounts: true,
    },
  )
  return work
}
