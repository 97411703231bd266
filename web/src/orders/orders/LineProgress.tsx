import type { Order } from '@stowage/contract/orders/orders'
import { formatQuantity } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { stepsOf, type Step } from './line-progress.ts'

type Props = { line: Order['lines'][number]; orderId: string; paths: WorkspacePaths }

/** Shows the units of a line by step, the last step first, such as "2 shipped, 1 to pick (1 returned)". */
export function LineProgress({ line, orderId, paths }: Props) {
  const steps = stepsOf(line)
  if (steps.length === 0) return <span className="text-muted">-</span>
  const opening: Partial<Record<Step, { href: string; name: string }>> = {
    shipped: { href: paths.shipping({ order: orderId }), name: 'shipments' },
    packed: { href: paths.fulfillments({ order: orderId }), name: 'fulfillments' },
    picked: { href: paths.fulfillments({ order: orderId }), name: 'fulfillments' },
  }
  return (
    <ul
      role="list"
      aria-label={`Progress of ${line.sku}`}
      className="flex flex-wrap gap-x-1.5 leading-6 max-sm:justify-end whitespace-normal tabular-nums"
    >
      {steps.map(({ step, qty }, i) => {
        const text = `${formatQuantity(qty)} ${step}`
        const open = opening[step]
        return (
          <li key={step} className="whitespace-nowrap">
            {open ? (
              <Link
                className="link"
                href={open.href}
                aria-label={`${text} of ${line.sku}: ${open.name}`}
              >
                {text}
              </Link>
            ) : (
              text
            )}
            {i < steps.length - 1 && ','}
          </li>
        )
      })}
      {line.returned !== '0' && (
        <li className="whitespace-nowrap text-muted">
          {`(${formatQuantity(line.returned)} returned)`}
        </li>
      )}
    </ul>
  )
}
