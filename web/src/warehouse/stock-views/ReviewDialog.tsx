import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatChange, formatQuantity } from '../../app/format.ts'
import { load, queryClient, useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { reasonsFor } from '../adjustments/adjust-lines.ts'
import { lacksNote, ReasonFields } from '../adjustments/ReasonFields.tsx'
import { Effect } from '../stock/Effect.tsx'
import { staleQuantities } from '../../workspace/refusals/blockers.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import {
  bodyOf,
  effectOf,
  found,
  isStale,
  keepEdit,
  presentOf,
  problemOf,
  sumsOf,
  without,
  type Edit,
  type Edits,
  type GridWork,
} from './edits.ts'
import type { OnHand } from './GridRow.tsx'

type Props = {
  slug: string
  warehouseId: string
  work: GridWork
  onHand: OnHand
  setWork: (change: (now: GridWork) => GridWork) => void
  onSent: (adjustment: Adjustment) => void
  onClose: () => void
}

/** Every change once more before it is sent, with one reason for all of them. */
export function ReviewDialog({ slug, warehouseId, work, onHand, setWork, onSent, onClose }: Props) {
  const [isChecked, setIsChecked] = useState(false)
  const entries = Object.entries(work.edits)
  const edits = entries.map(([, edit]) => edit)
  const readable = edits.filter((edit) => problemOf(edit) === undefined)
  const reasons = useQuery(load(settings.reasons, { params: { slug } }))
  const suitable = reasonsFor(
    reasons.data?.items ?? [],
    readable.map(({ typed, seen }) => ({ mode: 'set', qty: typed, seen })),
  )
  const chosen = suitable.find(({ code }) => code === work.reason)
  const create = useAction(adjustments.create)
  const setEdits = (change: (now: Edits) => Edits) =>
    setWork((now) => ({ ...now, edits: change(now.edits) }))
  const stale = entries.filter(([key, edit]) => isStale(edit, onHand.get(key)))

  const send = () =>
    create.mutate(
      { params: { slug }, body: bodyOf(work, warehouseId) },
      {
        onSuccess: ({ adjustment }) => onSent(adjustment),
        onError: (error) => {
          const keys = entries.map(([key]) => key)
          setEdits((now) => found(now, keys, staleQuantities(error)))
          void queryClient.invalidateQueries({ queryKey: [stockViews.grid.path] })
        },
      },
    )
  const unread = edits.length - readable.length
  const why =
    (edits.length === 0 ? 'There are no changes.' : undefined) ??
    (unread > 0 ? 'Some quantities aren’t numbers. Correct or undo them.' : undefined) ??
    (stale.length > 0 ? 'Choose which quantity to keep where stock has changed.' : undefined)
  return (
    <Form
      dialog={{
        title: edits.length === 1 ? 'Review 1 change' : `Review ${edits.length} changes`,
        onClose,
        cancel: 'Back to grid',
        wide: true,
      }}
      submit={edits.length === 1 ? 'Post 1 correction' : `Post ${edits.length} corrections`}
      submitting="Posting…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t post the adjustment"
      explained={<Refusal error={create.error} />}
      why={why}
      onWrong={(!chosen || lacksNote(chosen, work.note)) && (() => setIsChecked(true))}
      onSubmit={send}
    >
      {stale.length > 0 && (
        <Notice kind="warn" live>
          <p>
            {stale.length === 1
              ? 'Stock in 1 location changed while you were editing. Nothing was posted.'
              : `Stock in ${stale.length} locations changed while you were editing. Nothing was posted.`}
          </p>
        </Notice>
      )}
      <div className="max-h-[45dvh] overflow-auto" role="region" aria-label="Changes" tabIndex={0}>
        <table className="w-full text-sm">
          <caption className="sr-only">New quantity per location</caption>
          <thead className="sticky top-0 bg-surface text-start">
            <tr className="border-b border-edge [&>th]:p-2 [&>th]:text-start [&>th]:font-semibold">
              <th scope="col">Item and location</th>
              <th scope="col">Change</th>
              <th scope="col">
                <span className="sr-only">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(([key, edit]) => (
              <Line
                key={key}
                edit={edit}
                onHand={onHand.get(key)}
                onKeep={() => setEdits((now) => keepEdit(now, key, onHand.get(key)))}
                onTakeBack={() => setEdits((now) => without(now, key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm tabular-nums">
        {`Total ${sumsOf(readable)
          .map(({ unit, delta }) => `${formatChange(delta)} ${unit}`)
          .join(', ')}`}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ReasonFields
          reasons={suitable}
          reason={work.reason}
          note={work.note}
          isChecked={isChecked}
          onChange={(next) => setWork((now) => ({ ...now, ...next }))}
        />
      </div>
    </Form>
  )
}

type LineProps = {
  edit: Edit
  onHand: string | undefined
  onKeep: () => void
  onTakeBack: () => void
}

function Line({ edit, onHand, onKeep, onTakeBack }: LineProps) {
  const problem = problemOf(edit)
  const { before, after, delta } = effectOf(edit)
  const name = `${edit.sku} in ${edit.location}`
  const present = formatQuantity(presentOf(edit, onHand))
  const hasChanged = problem === undefined && isStale(edit, onHand)
  return (
    <tr className="border-b border-line align-top [&>*]:p-2">
      <th scope="row" className="text-start font-normal">
        <span className="font-medium wrap-anywhere">{edit.sku}</span>
        <span className="block font-mono text-xs text-muted">{edit.location}</span>
      </th>
      <td>
        {problem ?? (
          <>
            <Effect before={before} after={after} unit={edit.unit} />
            <span className="block text-muted tabular-nums">{formatChange(delta)}</span>
          </>
        )}
        {hasChanged && (
          <span className="mt-1 block rounded-control bg-warn-soft px-2 py-1 text-warn-ink">
            {`was ${formatQuantity(before)}, is ${present} now`}
          </span>
        )}
      </td>
      <td>
        <div className="flex flex-wrap justify-end gap-1">
          {hasChanged && (
            <Button aria-label={`Keep mine: ${formatQuantity(after)} ${name}`} onClick={onKeep}>
              Keep mine
            </Button>
          )}
          <Button
            look="quiet"
            className="px-2!"
            aria-label={hasChanged ? `Take theirs: ${present} ${name}` : `Discard ${name}`}
            onClick={onTakeBack}
          >
            {hasChanged ? 'Take theirs' : 'Discard'}
          </Button>
        </div>
      </td>
    </tr>
  )
}
