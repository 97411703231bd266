import { stock, type LedgerEntry } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Effect } from '../Effect.tsx'
import { withoutZeros } from '../../quantity.ts'

import { RefusalBox } from '../RefusalBox.tsx'
import { explainBlockers } from '../refusals.ts'
import { kindOf } from '../words.ts'

type Props = { slug: string; entry: LedgerEntry; onClose: () => void }

/** Takes a movement back: first what that does to every pile, or exactly what stands in the way. */
export function UndoMove({ slug, entry, onClose }: Props) {
  const params = { slug, move: entry.moveId }
  const preview = useQuery({ ...load(stock.previewReverse, { params }), staleTime: 0, gcTime: 0 })
  const reverse = useAction(stock.reverse, { refresh: [stock.ledger, stock.buckets, stock.levels] })
  const [note, setNote] = useState('')
  const { data } = preview
  const run = () =>
    reverse.mutate(
      { params, body: note.trim() === '' ? {} : { note: note.trim() } },
      {
        onSuccess: () => {
          toast(`Undone: ${kindOf(entry.kind).toLowerCase()} ${entry.moveId}`)
          onClose()
        },
      },
    )
  return (
    <Dialog title="Undo this movement?" onClose={onClose} wide>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (data?.possible && !reverse.isPending) run()
        }}
      >
        <p>
          Nothing is erased: the opposite is posted beside it, and both stay in the list of
          movements.
        </p>
        {preview.error && <ErrorBox error={preview.error} onRetry={() => void preview.refetch()} />}
        {!data && !preview.error && <Spinner />}
        {data && !data.possible && (
          <Notice kind="warn">
            <p className="font-medium">This cannot be undone now.</p>
            {explainBlockers('reversal_blocked', data.blockers).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        {data?.possible && (
          <table className="w-full text-sm">
            <caption className="mb-2 text-start text-muted">What it does to each pile</caption>
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className="py-1 pe-3 text-start font-medium">
                  Place
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
              {data.lines.map((line) => (
                <tr key={line.bucketId} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 pe-3 text-start font-mono font-normal">
                    {line.location}
                  </th>
                  <td className="py-1.5 pe-3 wrap-anywhere">{line.sku}</td>
                  <td className="py-1.5 text-end">
                    <Effect
                      before={withoutZeros(line.before)}
                      after={withoutZeros(line.after)}
                      unit={line.unit}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {data?.possible && (
          <TextField
            label="Note"
            hint="Optional: why it is taken back"
            maxLength={1000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        {reverse.error && (
          <RefusalBox takesFocus error={reverse.error} fallback="Failed to undo the movement" />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button autoFocus onClick={onClose}>
            Leave it
          </Button>
          {data?.possible && (
            <Button type="submit" look="primary" busy={reverse.isPending && 'Undoing…'}>
              Undo the movement
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
