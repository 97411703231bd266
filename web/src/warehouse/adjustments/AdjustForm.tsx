import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { formatQuantity } from '../../app/format.ts'
import { load, useAction } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import { Form } from '../../parts/Form.tsx'
import { LineEditor } from '../../parts/LineEditor.tsx'
import { useLines } from '../../parts/lines.ts'
import { Link } from '../../parts/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { EffectiveAt } from '../stock/EffectiveAt.tsx'
import { ItemField } from '../products/ItemField.tsx'
import { useAskedItem } from '../stock/asked-item.ts'
import { nameOf, type NamedItem } from '../products/items.ts'
import type { LocationOption } from '../locations/places.ts'
import { BucketChoice } from '../stock/BucketChoice.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { staleQuantities } from '../../workspace/refusals/blockers.ts'
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

const lineOfItem = ({ item }: NamedItem, place?: LocationOption): AdjustLine => ({
  key: newId(),
  variantId: item.id,
  sku: item.sku,
  name: nameOf(item),
  unit: item.unit,
  tracking: item.tracking,
  place,
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
  const reasons = useQuery(load(settings.reasons, { params: { slug } }))
  const create = useAction(adjustments.create)
  const undo = useUndoAdjustment(slug)
  const suitable = reasonsFor(reasons.data?.items ?? [], work.lines)
  const chosen = suitable.find(({ code }) => code === work.reason)
  const stale = staleQuantities(create.error)
  const waiting =
    create.data?.adjustment.state === 'pending_approval' ? create.data.adjustment : undefined

  const edit = useLines(
    work.lines,
    (lines) => setWork((now) => ({ ...now, lines: lines(now.lines) })),
    isReady,
  )
  const { field } = edit
  const addLine = (line: AdjustLine) => {
    edit.onLines((lines) => [...lines, { ...line, mode: lines.at(-1)?.mode ?? line.mode }])
    choose(undefined)
  }
  /** First the item, then the place, whether the ledger knows it there or not. */
  const { item, choose, cancel, settle } = useAskedItem({
    slug,
    warehouseId,
    screen: 'adjust',
    field,
    preset,
    onPlaceOf: (named, place, bucket) => {
      addLine(bucket ? lineOfBucket(bucket, 'set') : lineOfItem(named, place))
      return { tone: 'ok', text: `${named.item.sku} in ${place.code}: how many are there?` }
    },
    onPlace: ({ code }) => ({
      tone: 'warn',
      text: `${code} is a location. Scan the item first.`,
    }),
  })

  const post = (displace: boolean) =>
    create.mutate(
      { params: { slug }, body: bodyOf(work, warehouseId, displace) },
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
          settle()
          onDone()
          edit.begin()
        },
      },
    )
  const count = work.lines.length
  const error = create.error ?? draft?.error
  const displacing = {
    action: 'Post and let these orders wait',
    why: why(adjustments.create, 'stock.unreserve'),
    isPending: create.isPending,
    run: () => post(true),
  }
  return (
    <Form
      isPage
      submit={draft ? 'Save draft' : count > 1 ? `Post ${count} corrections` : 'Post correction'}
      submitting={draft ? 'Saving…' : 'Posting…'}
      saving={create.isPending || draft?.isPending === true}
      error={error}
      fallback={`Couldn’t ${draft ? 'save' : 'post'} the adjustment`}
      explained={<Refusal error={error} displacing={displacing} />}
      why={
        why(adjustments.create) ??
        (count > 0 ? undefined : item ? 'Choose a location first.' : 'Add an item first.')
      }
      beside={draft && <Button onClick={onDone}>Cancel</Button>}
      onWrong={edit.onWrong || ((!chosen || lacksNote(chosen, work.note)) && edit.check)}
      onSubmit={() => (draft ? draft.send() : post(false))}
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
      <LineEditor
        label="Adjustment lines"
        edit={edit}
        item={
          <ItemField
            ref={field}
            slug={slug}
            label="Item to correct"
            hint="Scan, or type a SKU or name"
            autoFocus
            onItem={choose}
          />
        }
        card={(props) => (
          <AdjustLineCard
            {...props}
            slug={slug}
            warehouseId={warehouseId}
            current={stale(work.lines.indexOf(props.line), props.line.seen)}
            onChange={(next) => {
              // What was refused holds for the place that was sent; other numbers are shown on.
              if (create.error && next.place !== props.line.place) create.reset()
              props.onChange(next)
            }}
          />
        )}
      >
        {item && (
          <BucketChoice
            key={item.item.id}
            slug={slug}
            warehouseId={warehouseId}
            item={item.item}
            title={`Choose where to adjust ${item.item.sku}`}
            onBucket={(bucket) => addLine(lineOfBucket(bucket, 'set'))}
            elsewhere={{ label: 'Another location', run: () => addLine(lineOfItem(item)) }}
            onCancel={cancel}
          />
        )}
      </LineEditor>
      {count > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <ReasonFields
            reasons={suitable}
            reason={work.reason}
            note={work.note}
            isChecked={edit.isChecked}
            onChange={(next) => setWork((now) => ({ ...now, ...next }))}
          />
          <EffectiveAt
            value={work.effectiveAt}
            why={why(adjustments.create, 'stock.backdate')}
            onChange={(effectiveAt) => setWork((now) => ({ ...now, effectiveAt }))}
          />
        </div>
      )}
    </Form>
  )
}
