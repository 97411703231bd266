import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

type Props = {
  open: 'all' | 'mine' | 'free' | 'batches' | 'waves' | undefined
  fulfillment?: string | undefined
}

const views = [
  { name: 'Tasks', view: 'all' },
  { name: 'Mine', view: 'mine' },
  { name: 'Free', view: 'free' },
] as const

/** The views of what is picked: tasks one by one, batches that are walked, waves that are released. */
export function PickingViews({ open, fulfillment }: Props) {
  const paths = usePaths()
  return (
    <ViewTabs
      label="Picking views"
      tabs={[
        ...views.map(({ name, view }) => ({
          name,
          href: paths.picking({
            ...(view !== 'all' && { view }),
            ...(fulfillment && { fulfillment }),
          }),
          isOpen: open === view,
        })),
        { name: 'Batches', href: paths.batches(), isOpen: open === 'batches' },
        { name: 'Waves', href: paths.waves(), isOpen: open === 'waves' },
      ]}
    />
  )
}
