import { receiving } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { receiptStates } from '../../warehouse/receiving/words.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { receiptRows } from '../receive/ReceiptDone.tsx'
import { Rows } from '../frame/Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

/** A receipt: whether it is in stock, and what it says. */
export function FoundReceipt({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { why } = useCan()
  const { data, ...read } = useQuery(
    load(receiving.receipt, { params: { slug, receiptId: thing.id } }),
  )
  const receipt = data?.receipt
  return (
    <FoundFrame
      thing={thing}
      states={receipt ? [receiptStates[receipt.state]] : []}
      read={{ data, ...read }}
      actions={
        receipt?.state === 'open' ? (
          <LinkButton
            look="primary"
            href={paths.floorReceive({ receipt: thing.id })}
            why={why(receiving.addLines)}
          >
            Receive
          </LinkButton>
        ) : (
          <OpenAtDesk thing={thing} />
        )
      }
    >
      {receipt && (
        <p className="text-xl">
          {[receipt.warehouseCode, receipt.reference].filter(Boolean).join(', ')}
        </p>
      )}
      <Rows
        label="Lines"
        rows={
          receipt
            ? receiptRows(receipt, ({ variantId, sku }) =>
                paths.floorLookUp({
                  kind: 'variant',
                  id: variantId,
                  label: sku,
                  variant: variantId,
                }),
              )
            : []
        }
        none="No lines yet"
      />
    </FoundFrame>
  )
}
