import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import type { labels } from '@stowage/contract/workspace/print'
import { useState } from 'react'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { labelsFor } from '../labels/counts.ts'
import { AddLines } from './AddLines.tsx'
import { receiptSteps } from './steps.tsx'

export function ReceiptActions({ slug, receipt }: { slug: string; receipt: Receipt }) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [isAdding, setIsAdding] = useState(false)
  const { state } = receipt
  const labelled = labelsFor(receipt.lines)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Steps steps={receiptSteps} of={receipt}>
          {state === 'open' && (
            <Button
              why={why(receiving.addLines)}
              aria-expanded={isAdding}
              onClick={() => setIsAdding(!isAdding)}
            >
              Add lines
            </Button>
          )}
          {state === 'completed' && (
            <LinkButton href={paths.stock({ use: 'put_away' })}>Show stock to put away</LinkButton>
          )}
          {state !== 'cancelled' && labelled.ids.length > 0 && (
            <LinkButton
              href={paths.labels({ template: 'product', ...labelled, counted: 'received' })}
              why={whyTo<typeof labels.print>('print.use')}
            >
              Print labels
            </LinkButton>
          )}
        </Steps>
      </div>
      {isAdding && state === 'open' && (
        <AddLines slug={slug} receipt={receipt} onDone={() => setIsAdding(false)} />
      )}
    </div>
  )
}
