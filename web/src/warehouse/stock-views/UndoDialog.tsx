import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Effect } from '../stock/Effect.tsx'
import { Mentioned } from '../../workspace/refusals/Mentioned.tsx'
import { sentencesOf } from '../../workspace/refusals/refusals.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'

type Props = {
  slug: string
  /** The movement that is taken back, by itself or with its document. */
  moveId: string
  title: string
  consequence: string
  /** The words of the button that does it. */
  action: string
  undo: { isPending: boolean; error: Error | null }
  fallback: string
  onUndo: (note: { note?: string }) => void
  onClose: () => void
}

/** Before goods are taken back: what that does to every bucket, or exactly what stands in the way. */
export function UndoDialog(props: Props) {
  const { slug, moveId, title, consequence, action, undo, fallback, onUndo, onClose } = props
  // A receipt may be taken back by somebody who may not undo movements, and so not look ahead either.
  const looks = useCan().can(stock.previewReverse)
  const preview = useQuery({
    ...load(stock.previewReverse, { params: { slug, move: moveId } }),
    staleTime: 0,
    gcTime: 0,
    enabled: looks,
  })
  const [note, setNote] = useState('')
  const { data } = preview
  const isPossible = !looks || data?.possible === true
  const text = note.trim()
  return (
    <Form
      dialog={{ title, onClose, wide: true, isCancelFirst: true }}
      submit={isPossible ? action : undefined}
      submitting="Undoing…"
      saving={undo.isPending}
      error={undo.error}
      fallback={fallback}
      explained={<Refusal error={undo.error} />}
      onSubmit={() => onUndo(text === '' ? {} : { note: text })}
    >
      <p>{consequence}</p>
      <ReadError of={preview} />
      {looks && !data && !preview.error && <Spinner />}
      {data && !data.possible && (
        <Notice kind="warn">
          <p className="font-medium">This can’t be reversed now.</p>
          {sentencesOf('reversal_blocked', data.blockers).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Mentioned blockers={data.blockers} />
        </Notice>
      )}
      {data?.possible && <Buckets lines={data.lines} />}
      {isPossible && (
        <TextField
          label="Note"
          hint="Optional, kept in the stock history"
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
    </Form>
  )
}

type Line = {
  bucketId: string
  sku: string
  unit: string
  location: string
  before: string
  after: string
}

function Buckets({ lines }: { lines: readonly Line[] }) {
  return (
    <div
      role="region"
      aria-label="Effect per location"
      tabIndex={0}
      className="max-h-80 overflow-y-auto"
    >
      <table className="w-full text-sm">
        <caption className="mb-2 text-start text-muted">Effect per location</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1 pe-3 text-start font-medium">
              Location
            </th>
            <th scope="col" className="py-1 pe-3 text-start font-medium">
              SKU
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              On hand
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bucketId} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-mono font-normal">
                {line.location}
              </th>
              <td className="py-1.5 pe-3 wrap-anywhere">{line.sku}</td>
              <td className="py-1.5 text-end">
                <Effect before={line.before} after={line.after} unit={line.unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
