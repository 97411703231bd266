import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

type Props = { open: 'shipments' | 'hand-over' | 'manifests' | undefined }

/** The views of what leaves: shipments, what waits for a carrier, and what carriers took. */
export function ShippingViews({ open }: Props) {
  const paths = usePaths()
  return (
    <ViewTabs
      label="Shipping views"
      tabs={[
        { name: 'Shipments', href: paths.shipping(), isOpen: open === 'shipments' },
        { name: 'To hand over', href: paths.handOver, isOpen: open === 'hand-over' },
        { name: 'Manifests', href: paths.manifests(), isOpen: open === 'manifests' },
      ]}
    />
  )
}
