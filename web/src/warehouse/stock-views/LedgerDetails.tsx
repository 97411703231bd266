import { stock } from '@stowage/contract/warehouse/stock'
import type { LedgerEntry } from '@stowage/contract/warehouse/stock-views'
import { useState, type ReactNode } from 'react'
import { Link } from '../../parts/Link.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Effect } from '../stock/Effect.tsx'
import { statuses } from '../products/stock-words.ts'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'
import { documentOf, sourceOf, whoOf } from './ledger-columns.tsx'
import type { LedgerFilter } from './ledger-filters.tsx'
import { useAction } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { UndoDialog } from './UndoDialog.tsx'

type Props = {
  slug: string
  entry: LedgerEntry
  show: (at: string) => string
  onFilter: (filter: Partial<LedgerFilter>) => void
}

/** Returns a sentence if this movement can’t be undone from here; undefined if it can. */
function whyFinal({ reverses, reversedBy }: LedgerEntry): string | undefined {
  if (reverses !== null)
    return 'This movement is a reversal. Post the original movement again instead.'
  if (reversedBy !== null) return 'Already reversed.'
  return undefined
}

/** One movement in full, the lists it belongs to, and the way to take it back. */
export function LedgerDetails({ slug, entry, show, onFilter }: Props) {
  const { why } = useCan()
  const paths = usePaths()
  const [isUndoing, setIsUndoing] = useState(false)
  const document = documentOf(entry, paths)
  const json = JSON.stringify(entry, null, 2)
  const { lot, actor } = entry
  const actorId = actor.id
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-[auto_1fr] lg:grid-cols-[auto_1fr_auto_1fr]">
        <Fact label="Movement">{`${entry.moveId}, ${kindOf(entry.kind).toLowerCase()}`}</Fact>
        <Fact label="Balance">
          <Effect before={entry.before} after={entry.after} unit={entry.unit} />
        </Fact>
        <Fact label="Item">{`${entry.sku} ${entry.name}`}</Fact>
        <Fact label="Status">{statuses[entry.status].word}</Fact>
        <Fact label="Recorded">{show(entry.recordedAt)}</Fact>
        <Fact label="Happened">{show(entry.effectiveAt)}</Fact>
        <Fact label="Who">{whoOf(entry)}</Fact>
        <Fact label="Document">{sourceOf(entry)}</Fact>
        {entry.note !== null && entry.note !== '' && <Fact label="Note">{entry.note}</Fact>}
      </dl>
      <div className="flex flex-wrap gap-2">
        {document === undefined ? (
          <Button why={why(stock.reverse) ?? whyFinal(entry)} onClick={() => setIsUndoing(true)}>
            Undo…
          </Button>
        ) : (
          <Link className={buttonClass()} href={document}>
            {`Open ${sourceOf(entry)}`}
          </Link>
        )}
        <Button onClick={() => onFilter({ move: entry.moveId })}>All lines of this movement</Button>
        {(entry.reverses ?? entry.reversedBy) !== null && (
          <Button onClick={() => onFilter({ move: entry.reverses ?? entry.reversedBy ?? '' })}>
            {entry.reverses === null ? 'Reversed by' : 'Reverses'}
          </Button>
        )}
        <Button onClick={() => onFilter({ variant: entry.variantId })}>Filter by this item</Button>
        <Button onClick={() => onFilter({ location: entry.locationId })}>
          Filter by this location
        </Button>
        {lot !== null && <Button onClick={() => onFilter({ lot })}>Filter by this lot</Button>}
        {actorId !== null && (
          <Button onClick={() => onFilter({ actor: actorId })}>Filter by this member</Button>
        )}
        <Copy text={json} label="Copy as JSON" />
      </div>
      {isUndoing && <UndoMove slug={slug} entry={entry} onClose={() => setIsUndoing(false)} />}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

type UndoMoveProps = { slug: string; entry: LedgerEntry; onClose: () => void }

/** Takes back a movement that belongs to no document. */
function UndoMove({ slug, entry, onClose }: UndoMoveProps) {
  const { moveId, kind } = entry
  const undo = useAction(stock.reverse)
  return (
    <UndoDialog
      slug={slug}
      moveId={moveId}
      undo={undo}
      onClose={onClose}
      title="Reverse this movement?"
      consequence="An opposite movement is posted. Both stay in the stock history."
      action="Reverse movement"
      fallback="Couldn’t reverse the movement"
      onUndo={(body) =>
        undo.mutate(
          { params: { slug, move: moveId }, body },
          {
            onSuccess: () => {
              toast(`Reversed: ${kindOf(kind).toLowerCase()} ${moveId}`)
              onClose()
            },
          },
        )
      }
    />
  )
}
