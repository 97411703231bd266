import { labels, type LabelTemplate } from '@stowage/contract/workspace/print'
import { getRouteApi } from '@tanstack/react-router'
import { formatCount } from '../../app/format.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { lastLabels } from '../../workspace/scan/device.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { countsIn } from './counts.ts'
import { sizeText } from './labels.ts'
import { PrintForm } from './PrintForm.tsx'

const route = getRouteApi('/$platform/app/labels')

/** Labels of products, locations, lots, orders or fulfillments that were marked in their lists. */
export default function LabelsPage() {
  const slug = useSlug()
  const { can } = useCan()
  const { template, ids: text = '', counts, counted } = route.useSearch()
  const ids = text.split(',').filter(Boolean)
  return (
    <Page
      title="Labels"
      site={useWorkspaceName(slug)}
      subtitle={ids.length > 0 && `${nounOf(template, ids.length)}, ${sizeText(template)}`}
    >
      {!can(labels.print) ? (
        <NoRight of={labels.print} />
      ) : ids.length === 0 ? (
        <NothingChosen />
      ) : (
        <PrintForm
          key={`${template} ${text} ${counts ?? ''}`}
          template={template}
          ids={ids}
          counts={countsIn(counts, ids)}
          counted={counted}
        />
      )}
    </Page>
  )
}

const nounOf = (template: LabelTemplate, count: number) =>
  `${formatCount(count)} ${template}${count === 1 ? '' : 's'}`

function NothingChosen() {
  const to = usePaths()
  const isOfPlaces = lastLabels().template === 'location'
  return (
    <EmptyState
      title="Select products or locations first"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <LinkButton href={to.products} look={isOfPlaces ? 'secondary' : 'primary'}>
            Choose products
          </LinkButton>
          <LinkButton href={to.locations()} look={isOfPlaces ? 'primary' : 'secondary'}>
            Choose locations
          </LinkButton>
        </span>
      }
    >
      Select rows in Products or Locations, then select Print labels.
    </EmptyState>
  )
}
