import type { Location } from '@stowage/contract/warehouse/locations'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { labels } from '@stowage/contract/workspace/print'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { LocationForm } from './LocationForm.tsx'
import { locationSteps } from './steps.tsx'
import { contentsText } from './words.ts'

type Props = { location: Location & { skus: number } }

/** One location, opened below its line: what is said about it, and what goes in and out. */
export const LocationPanel = ({ location }: Props) => (
  <div className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <LocationForm record={location} />
    <LocationStatus location={location} />
  </div>
)

/** Blocks and opens a location, and archives an empty one. */
function LocationStatus({ location }: Props) {
  const to = usePaths()
  const { whyTo } = useCan()
  const { id, skus } = location
  const emptyFirst = skus > 0 ? `It holds ${contentsText(skus)}. Move the stock first.` : undefined
  return (
    <div className="grid content-start gap-4">
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={to.stock({ location: id })}
          why={whyTo<typeof stockViews.buckets>('stock.read')}
        >
          Show stock
        </LinkButton>
        <LinkButton
          href={to.labels({ template: 'location', ids: [id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
      </div>
      <div className="flex flex-wrap gap-2">
        <Steps steps={locationSteps} of={location} whyNot={{ archive: emptyFirst }} />
      </div>
    </div>
  )
}
