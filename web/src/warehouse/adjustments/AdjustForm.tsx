import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { load, queryClient, useAction } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import type { Answer, Scan } from '../../scan/queue.ts'
import { useScan } from '../../scan/use-scan.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { EffectiveAt } from '../EffectiveAt.tsx'
import { ItemField } from '../ItemField.tsx'
import { useAskedLines } from '../asked-lines.ts'
import { itemOfScan, nameOf, type NamedItem } from '../items.ts'
import { BucketChoice } from '../BucketChoice.tsx'
import { bucketsOf } from '../buckets.ts'
import { RefusalBox } from '../RefusalBox.tsx'
import { showWrong } from '../wrong-field.ts'
import { staleQuantities } from '../refusals.ts'
import {
  bodyOf,
  isReady,
  lineOfBucket,
  reasonsFor,
  type AdjustLine,
  type AdjustWork,
} from './adjust-lines.ts'
import { AdjustLineCard } from './AdjustLineCard.tsx'
import { useUndoAdjustment } from './actions.ts'
import { lacksNote, ReasonFields } from './ReasonFields.tsx'

type Props = {
  slug: string
  warehouseId: string
  work: AdjustWork
  setWork: (change: (now: AdjustWork) => AdjustWork) => void
  onDone: () => void
  preset: NamedItem | undefined
  /** The lines are those of a draft: they are saved with it instead of posted. */
  draft?: { isPending: boolean; error: Error | null; send: () => void }
}

const lineOfItem = ({ item }: NamedItem): AdjustLine => ({
  variantId: item.id,
  sku: item.sku,
  name: nameOf(item),
  unit: item.unit,
  tracking: item.tracking,
  place: undefined,
  status: 'available',
  lot: '',
  serial: '',
  mode: 'set',
  qty: '',
  seen: '0',
  isBucket: false,
})

/** The lines, why, and the button that posts them or hands them to whoever approves. */
export function AdjustForm(props: Props) {
  const { slug, warehouseId, work, setWork, onDone, preset, draft } = props
  const { why } = useCan()
  const paths = usePaths()
  const [isChecked, setIsChecked] = useState(false)
  const { field, toField, item, choose, cancel, add, change, remove } = useAskedLines<
    AdjustLine,
    AdjustWork
  >(setWork, preset)
  const reasons = useQuery(load(settings.reasons, { params: { slug } }))
  const create = useAction(adjustments.create, {
    refresh: [adjustments.list, stock.buckets, stock.levels, stock.ledger],
  })
  const undo = useUndoAdjustment(slug)
  const suitable = reasonsFor(reasons.data?.items ?? [], work.lines)
  const chosen = suitable.find(({ code }) => code === work.reason)
  const stale = staleQuantities(create.error)
  const waiting =
    create.data?.adjustment.state === 'pending_approval' ? create.data.adjustment : undefined

  const addLine = (line: AdjustLine) => add((last) => ({ ...line, mode: last?.mode ?? line.mode }))
  /** First the item, then the place, whether the books know it there or not. */
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const named = await itemOfScan(slug, found)
    if (named) {
      choose(named)
      return { tone: 'ok', text: `${named.item.sku}: now scan the location` }
    }
    const { kind, id, label } = found
    if (kind !== 'location' || id === null) return undefined
    if (!item) return { tone: 'warn', text: `${label} is a location. Scan the item first.` }
    const { items } = await queryClient.fetchQuery(bucketsOf(slug, item.item.id, warehouseId))
    const bucket = items.find(({ locationId }) => locationId === id)
    addLine(
      bucket ? lineOfBucket(bucket, 'set') : { ...lineOfItem(item), place: { id, code: label } },
    )
    return { tone: 'ok', text: `${item.item.sku} in ${label}: how many are there?` }
  }
  useScan(take, { screen: 'adjust', field })

  const done = () => {
    setIsChecked(false)
    onDone()
    toField()
  }
  const submit = (form: HTMLFormElement) => {
    if (!work.lines.every(isReady) || !chosen || lacksNote(chosen, work.note))
      return showWrong(form, () => setIsChecked(true))
    if (draft) return draft.send()
    create.mutate(
      { params: { slug }, body: bodyOf(work, warehouseId) },
      {
        onSuccess: ({ adjustment }) => {
          const [first] = adjustment.lines
          if (adjustment.state === 'posted')
            toast(
              adjustment.lines.length === 1 && first
                ? `${first.sku} now has ${formatQuantity(first.after ?? first.qty)} in ${first.location}`
                : `${adjustment.number} corrected ${adjustment.lines.length} locations`,
              { label: 'Undo', run: () => void undo(adjustment) },
            )
          done()
        },
      },
    )
  }
  const count = work.lines.length
  const isBusy = create.isPending || draft?.isPending === true
  const error = create.error ?? draft?.error
  return (
    <form
      noValidate
      className="grid max-w-5xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && !why('stock.adjust.create')) submit(event.currentTarget)
      }}
    >
      {waiting && count === 0 && (
        <Notice kind="warn" live>
          <p>
            {`${waiting.number} is above the approval limit. Nothing has changed yet. `}
            <Link className="link" href={paths.adjustment(waiting.id)}>
              It is waiting for approval.
            </Link>
          </p>
        </Notice>
      )}
      <div className="max-w-xl">
        <ItemField
          ref={field}
          slug={slug}
          label="Item to correct"
          hint="Scan, or type a SKU or name"
          autoFocus
          onItem={choose}
        />
      </div>
      {item && (
        <BucketChoice
          key={item.item.id}
          slug={slug}
          warehouseId={warehouseId}
          item={item.item}
          title={`Choose where to adjust ${item.item.sku}`}
          onBucket={(bucket: StockBucket) => addLine(lineOfBucket(bucket, 'set'))}
          elsewhere={{
            label: 'Another location',
            run: () => addLine(lineOfItem(item)),
          }}
          onCancel={cancel}
        />
      )}
      {count > 0 && (
        <ul role="list" aria-label="Adjustment lines" className="grid gap-3">
          {work.lines.map((line, at) => (
            <AdjustLineCard
              // Lines come at the end and have nothing of their own but their place.
              key={`${line.variantId}-${at}`}
              slug={slug}
              warehouseId={warehouseId}
              line={line}
              isChecked={isChecked}
              current={stale(at, line.seen)}
              onChange={(next) => {
                // What was refused holds for the place that was sent; other numbers are shown on.
                if (create.error && next.place !== line.place) create.reset()
                change(at, next)
              }}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {count > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <ReasonFields
            reasons={suitable}
            reason={work.reason}
            note={work.note}
            isChecked={isChecked}
            onChange={(next) => setWork((now) => ({ ...now, ...next }))}
          />
          <EffectiveAt
            value={work.effectiveAt}
            why={why('stock.backdate')}
            onChange={(effectiveAt) => setWork((now) => ({ ...now, effectiveAt }))}
          />
        </div>
      )}
      {error && (
        <RefusalBox
          takesFocus
          error={error}
          fallback={`Couldn’t ${draft ? 'save' : 'post'} the adjustment`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          busy={isBusy && (draft ? 'Saving…' : 'Posting…')}
          why={why('stock.adjust.create') ?? (count === 0 ? 'Add an item first.' : undefined)}
        >
          {draft ? 'Save draft' : count > 1 ? `Post ${count} corrections` : 'Post correction'}
        </Button>
        {draft && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  )
}
