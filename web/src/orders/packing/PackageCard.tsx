import type { Fulfillment, Package } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import type { labels } from '@stowage/contract/workspace/print'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { packageStates } from '../fulfillments/words.ts'
import { packageSteps } from './steps.tsx'

type Props = {
  fulfillment: Fulfillment
  package: Package
  onRemove: (line: Package['lines'][number]) => void
}

/** Size and weight of a package, as far as they are known. */
export const measuresText = ({ box, weightG, lengthMm, widthMm, heightMm }: Package) => {
  const sides = [lengthMm, widthMm, heightMm].filter((one) => one !== null)
  return [
    box,
    weightG !== null && `${formatCount(weightG)} g`,
    sides.length > 0 && `${sides.map((one) => formatCount(one)).join(' × ')} mm`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A package with what is in it, and what can be done with it in its state. */
export function PackageCard({ fulfillment, package: shown, onRemove }: Props) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const { id, number, state, lines } = shown
  const { word, look } = packageStates[state]
  const mayNot = why(packing.remove)
  const isOpen = state === 'open' && fulfillment.state === 'packing'
  return (
    <section aria-label={number} className="card grid content-start gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{number}</h3>
        <StateBadge state={look}>{word}</StateBadge>
        <span className="text-sm text-muted">{measuresText(shown)}</span>
        {shown.tracking && (
          <span className="font-mono text-sm wrap-anywhere">{shown.tracking}</span>
        )}
      </div>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">Nothing packed yet</p>
      ) : (
        <ul role="list" className="grid gap-1 text-sm">
          {lines.map((line) => (
            <li
              key={`${line.lineNo} ${line.lot ?? ''} ${line.serial ?? ''}`}
              className="flex flex-wrap items-center gap-x-3"
            >
              <span className="font-semibold whitespace-nowrap tabular-nums">
                {formatQuantity(line.qty)}
                <span className="font-normal text-muted">{` ${line.unit}`}</span>
              </span>
              <span className="min-w-0 grow wrap-anywhere">
                {[line.sku, line.lot ?? line.serial, !line.isScanned && 'not scanned']
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {isOpen && (
                <Button why={mayNot} onClick={() => onRemove(line)}>
                  {'Remove '}
                  <span className="sr-only">{line.serial ?? line.lot ?? line.sku}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {(isOpen || state !== 'open') && <Steps steps={packageSteps} of={shown} />}
        {state !== 'open' && (
          <LinkButton
            href={paths.labels({ template: 'package', ids: [id] })}
            why={whyTo<typeof labels.print>('print.use')}
          >
            Contents label
          </LinkButton>
        )}
      </div>
    </section>
  )
}
