import { receiving } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { receiptStates } from '../../warehouse/receiving/words.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from './Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

/** A receipt: whether it is in stock, and what it says. */
export function FoundReceipt({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { data, ...read } = useQuery(
    load(receiving.receipt, { params: { slug, receiptId: thing.id } }),
  )
  const receipt = data?.receipt
  return (
    <FoundFrame
      thing={thing}
      states={receipt ? [receiptStates[receipt.state]] : []}
      read={{ data, ...read }}
      actions={<OpenAtDesk thing={thing} />}
    >
      {receipt && (
        <p className="text-xl">
          {[receipt.warehouseCode, receipt.reference].filter(Boolean).join(', ')}
        </p>
      )}
      <Rows
        label="Lines"
        rows={(receipt?.lines ?? []).map((line) => ({
          id: String(line.lineNo),
          name: line.name || line.sku,
          detail: [line.sku, line.location, line.lot].filter(Boolean).join(', '),
          value: `${formatQuantity(line.qty)} ${line.unit}`,
          href: paths.floorLookUp({
            kind: 'variant',
            id: line.variantId,
            label: line.sku,
            variant: line.variantId,
          }),
        }))}
        none="No lines yet"
      />
    </FoundFrame>
  )
}
