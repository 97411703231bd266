import { type Location, locations } from '@stowage/contract/warehouse/locations'
import type { stock } from '@stowage/contract/warehouse/stock'
import type { labels } from '@stowage/contract/workspace/labels'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { HoldChoice } from './HoldChoice.tsx'
import { directions, type Direction } from './form-words.ts'
import { contentsText } from './words.ts'

const nextOf = { in: 'blocked_in', out: 'blocked_out', both: 'blocked' } as const

/** Blocks and opens a location, and archives an empty one. */
export function LocationStatus({ location }: { location: Location & { skus: number } }) {
  const slug = useSlug()
  const to = usePaths()
  const { why, whyTo } = useCan()
  const block = useAction(locations.block)
  const unblock = useAction(locations.unblock)
  const archive = useAction(locations.archive)
  const [direction, setDirection] = useState<Direction>('both')
  const [hold, setHold] = useState(false)
  const [asking, setAsking] = useState(false)
  const params = { slug, locationId: location.id }
  const { version, status, skus, code } = location
  const error = block.error ?? unblock.error ?? archive.error
  const begin = () => [block, unblock, archive].forEach((action) => action.reset())
  const isGone = status === 'archived'
  const blockWhy = isGone ? 'Archived locations can’t be restored.' : why(locations.block)
  const emptyFirst = skus > 0 ? `It holds ${contentsText(skus)}. Move the stock first.` : undefined
  return (
    <div className="grid content-start gap-4">
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={to.stock({ location: location.id })}
          why={whyTo<typeof stock.buckets>('stock.read')}
        >
          Show stock
        </LinkButton>
        <LinkButton
          href={to.labels({ template: 'location', ids: [location.id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="Block"
          options={directions}
          value={direction}
          onChange={({ target }) => setDirection(target.value as Direction)}
        />
        <Button
          why={
            status === nextOf[direction] || status === 'blocked'
              ? 'Already in this state.'
              : blockWhy
          }
          busy={block.isPending && 'Blocking…'}
          onClick={() => {
            begin()
            block.mutate({ params, body: { version, direction, hold } })
          }}
        >
          {`Block ${code}`}
        </Button>
        <Button
          why={status === 'active' ? 'Already open.' : blockWhy}
          busy={unblock.isPending && 'Opening…'}
          onClick={() => {
            begin()
            unblock.mutate({ params, body: { version } })
          }}
        >
          {`Open ${code}`}
        </Button>
      </div>
      <HoldChoice
        hold={hold}
        why={why(locations.block, 'stock.status.change')}
        onChange={setHold}
      />
      <div>
        <Button
          look="danger"
          why={isGone ? 'Already archived.' : (why(locations.archive) ?? emptyFirst)}
          busy={archive.isPending && 'Archiving…'}
          onClick={() => setAsking(true)}
        >
          {`Archive ${code}`}
        </Button>
      </div>
      {error && (
        <ErrorBox error={error}>
          <Explanation error={error} />
        </ErrorBox>
      )}
      {asking && (
        <Confirm
          title={`Archive ${code}?`}
          consequence="No stock can be stored in it afterwards. Its history stays. This can’t be undone."
          action="Archive"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            begin()
            archive.mutate({ params, body: { version } })
          }}
        />
      )}
    </div>
  )
}
