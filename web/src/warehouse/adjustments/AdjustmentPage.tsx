import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import type { FunctionComponent } from 'react'
import { formatChange, formatQuantity } from '../../app/format.ts'
import { badge, code, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { creatorOf, makerOf } from '../../platforms/members/maker.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { statuses } from '../products/stock-words.ts'
import { Money } from '../settings/money.ts'
import { useReasonNames } from '../settings/reason-names.ts'
import { Effect } from '../stock/Effect.tsx'
import { movementLink } from '../stock/movement-link.tsx'
import { AdjustmentActions } from './AdjustmentActions.tsx'
import { adjustmentStates } from './words.ts'

type Line = Adjustment['lines'][number]

/** Returns the change a line requests, before it is posted. */
function asked({ mode, qty, expected, unit }: Line): string {
  if (mode === 'delta') return `${formatChange(qty)} ${unit}`
  const seen = expected === null ? '' : `, ${formatQuantity(expected)} seen`
  return `New total ${formatQuantity(qty)} ${unit}${seen}`
}

const columns: Column<Line>[] = [
  text('SKU', ({ sku }) => sku),
  text('Name', ({ name }) => name),
  code('Location', ({ location }) => location),
  { header: 'Status', cell: ({ status }) => badge(statuses[status]) },
  word('Lot, serial', ({ lot, serial }) => lot ?? serial),
  { header: 'Requested', cell: (line) => <span className="tabular-nums">{asked(line)}</span> },
  {
    header: 'Effect',
    align: 'end',
    cell: ({ before, after, unit }) =>
      before === null || after === null ? (
        'Not posted'
      ) : (
        <Effect before={before} after={after} unit={unit} />
      ),
  },
]

function Reason({ code }: { code: string }) {
  const reasons = useReasonNames({ slug: useSlug() })
  return reasons.get(code) ?? code
}

/** One adjustment: what it corrects and why, and what can be done with it now. */
const AdjustmentPage: FunctionComponent = documentPage({
  page: '/$platform/app/stock/adjustments/$adjustmentId',
  route: adjustments.details,
  name: 'adjustment',
  facts: (adjustment, { paths, zoned }) => {
    const { state, reasonCode, value, effectiveAt } = adjustment
    const approver = makerOf(adjustment.approvedBy, adjustment.approvedByName)
    return {
      State: badge(adjustmentStates[state]),
      Warehouse: adjustment.warehouseCode,
      Reason: <Reason code={reasonCode} />,
      Note: adjustment.note || '-',
      Created: zoned(adjustment.createdAt),
      By: creatorOf(adjustment),
      'Approved by': approver,
      Value: value != null && <Money amount={value} />,
      'Happened at': effectiveAt === null ? 'Not set' : zoned(effectiveAt),
      Movement: movementLink(adjustment, paths),
    }
  },
  body: (adjustment, { slug }) => (
    <>
      <AdjustmentActions slug={slug} adjustment={adjustment} />
      <LineTable columns={columns} rows={adjustment.lines} rowId={({ lineNo }) => String(lineNo)} />
    </>
  ),
})

export default AdjustmentPage
