import { settings } from '@stowage/contract/warehouse/settings'
import { returns } from '@stowage/contract/orders/returns'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useWorkplace } from '../../workspace/site.ts'

/** Fields of a return as a whole. */
export type ReturnHead = {
  reasonCode: string
  expectedBy: string
  warehouseId: string
  note: string
  authorize: boolean
}

export const emptyHead: ReturnHead = {
  reasonCode: '',
  expectedBy: '',
  warehouseId: '',
  note: '',
  authorize: false,
}

/** The head as it is sent, without the reason, which each line has. */
export const bodyOf = ({ expectedBy, warehouseId, note, authorize }: ReturnHead) => ({
  note: note.trim(),
  authorize,
  ...(expectedBy && { expectedBy }),
  ...(warehouseId && { warehouseId }),
})

/** The reasons a return can have. */
export function useReturnReasons(slug: string) {
  const { data } = useQuery(load(settings.reasons, { params: { slug } }))
  return (data?.items ?? []).filter(
    ({ applies, state }) => state === 'active' && applies.includes('return'),
  )
}

type Props = { slug: string; value: ReturnHead; onChange: (value: ReturnHead) => void }

/** Reason, warehouse, day and note of a return, and whether it is authorized now. */
export function ReturnFields({ slug, value, onChange }: Props) {
  const { why } = useCan()
  const { all } = useWorkplace()
  const reasons = useReturnReasons(slug)
  const set = (part: Partial<ReturnHead>) => onChange({ ...value, ...part })
  const mayNot = why(returns.create, 'return.authorize')
  return (
    <>
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <Select
          label="Reason"
          required
          value={value.reasonCode}
          options={[
            { value: '', label: 'Choose a reason' },
            ...reasons.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={({ target }) => set({ reasonCode: target.value })}
        />
        <Select
          label="Warehouse"
          hint="Where it is expected"
          value={value.warehouseId}
          options={[
            { value: '', label: 'Any warehouse' },
            ...(all ?? []).map(({ id, code }) => ({ value: id, label: code })),
          ]}
          onChange={({ target }) => set({ warehouseId: target.value })}
        />
        <DayField
          label="Expected by"
          hint="Optional. It expires the day after."
          value={value.expectedBy}
          onDay={(expectedBy) => set({ expectedBy })}
        />
      </div>
      <div className="max-w-3xl">
        <TextArea
          label="Note"
          maxLength={1000}
          value={value.note}
          onChange={({ target }) => set({ note: target.value })}
        />
      </div>
      <Checkbox
        checked={value.authorize}
        disabled={mayNot !== undefined}
        onChange={({ target }) => set({ authorize: target.checked })}
      >
        {mayNot ?? 'Authorize now: the customer may send it'}
      </Checkbox>
    </>
  )
}

/** Returns a sentence if a return can’t be sent yet. */
export function whyNotSent(
  { reasonCode, note }: ReturnHead,
  hasLines: boolean,
  reasons: ReturnType<typeof useReturnReasons>,
): string | undefined {
  if (!hasLines) return 'Enter a quantity first.'
  const reason = reasons.find(({ code }) => code === reasonCode)
  if (!reason) return 'Choose a reason first.'
  return reason.requiresNote && note.trim() === '' ? `"${reason.name}" needs a note.` : undefined
}
