import { stock } from '@stowage/contract/warehouse/stock'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAction, load } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { LineEditor, LineErrors } from '../../parts/LineEditor.tsx'
import { useLines } from '../../parts/lines.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Page } from '../../parts/Page.tsx'
import { useTenantUser } from '../../app/session.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import type { Answer } from '../../workspace/scan/queue.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ChooseWarehouse } from '../locations/ChooseWarehouse.tsx'
import { LookOnly } from '../../parts/LookOnly.tsx'
import { RestoredWork } from '../../parts/RestoredWork.tsx'
import { useSite } from '../../workspace/site.ts'
import { ItemField } from '../products/ItemField.tsx'
import { useAskedItem } from './asked-item.ts'
import type { NamedItem } from '../products/items.ts'
import { BucketChoice } from './BucketChoice.tsx'
import { unitsOf } from '../products/quantities.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { AllLines } from './AllLines.tsx'
import {
  bodyOf,
  hasMove,
  isReady,
  lineOf,
  noMove,
  resultOf,
  type MoveLine,
  type MoveWork,
} from './move-lines.ts'
import { MoveLineCard } from './MoveLineCard.tsx'
import { useMovePreset } from './move-preset.ts'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/Select.tsx'

const route = getRouteApi('/$platform/app/stock/move')

/** Goods to another place or another status, several lines as one move. */
export default function MovePage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const account = useTenantUser()?.id ?? ''
  const kept = useKeptWork<MoveWork>(`move.${slug}`, account, noMove, hasMove)
  const { work, setWork } = kept
  const preset = useMovePreset(slug, work.lines, (change) =>
    setWork((now) => ({ ...now, lines: change(now.lines) })),
  )
  const { warehouse, all } = useSite()
  const refused = useCan().why(stock.move)
  return (
    <Page
      title="Move stock"
      site={useWorkspaceName(slug)}
      subtitle={
        warehouse
          ? `Change location or status within ${warehouse.name}`
          : 'Change location or status'
      }
    >
      {kept.isRestored && (
        <RestoredWork
          onStartOver={() => {
            preset.takeAgain()
            kept.startOver()
          }}
        >
          These lines were saved on this device and not submitted yet.
        </RestoredWork>
      )}
      {preset.leftOut > 0 && (
        <Notice kind="warn">
          <p>{leftOutText(preset.leftOut)}</p>
        </Notice>
      )}
      {preset.problem && (
        <ErrorBox error={preset.problem} fallback="Couldn’t load the selected rows" />
      )}
      <LookOnly refused={refused} />
      {all?.length === 0 ? (
        <ChooseWarehouse all={all} />
      ) : (
        <MoveForm
          slug={slug}
          work={work}
          setWork={setWork}
          onDone={kept.startOver}
          preset={preset.item}
          isBatch={preset.several}
        />
      )}
    </Page>
  )
}

const taking = ({ sku, location }: StockBucket): Answer => ({
  tone: 'ok',
  text: `${sku} from ${location}: enter quantity and location`,
})

const leftOutText = (count: number) =>
  `${count === 1 ? '1 row was' : `${count} rows were`} skipped because all of the stock has been moved or reserved.`

type FormProps = {
  slug: string
  work: MoveWork
  setWork: (change: (now: MoveWork) => MoveWork) => void
  onDone: () => void
  preset: NamedItem | undefined
  /** Several buckets were chosen together and are likely to go one way. */
  isBatch: boolean
}

function MoveForm({ slug, work, setWork, onDone, preset, isBatch }: FormProps) {
  const { id: warehouseId } = useSite()
  const { why } = useCan()
  const { change: asksFor } = route.useSearch()
  const move = useAction(stock.move)
  const edit = useLines(
    work.lines,
    (lines) => {
      // What was refused holds for the lines as they were sent.
      if (move.error) move.reset()
      setWork((now) => ({ ...now, lines: lines(now.lines) }))
    },
    isReady,
  )
  const { field, change, onLines } = edit
  const undo = useUndo(slug)
  const changesStatus = work.lines.some(({ toStatus }) => toStatus !== '')
  const changeAll = (part: Partial<MoveLine>) =>
    onLines((lines) => lines.map((line) => ({ ...line, ...part })))

  const addBucket = (bucket: StockBucket, { item: of, unit: code }: NamedItem) => {
    const units = unitsOf(of)
    const unit = units.find((one) => one.code === code) ?? units[0]
    onLines((lines) => [...lines, lineOf(bucket, lines.at(-1), units, unit)])
    choose(undefined)
    return taking(bucket)
  }
  /** First the item, then where it is taken from where that is not clear, then where it goes. */
  const { item, choose, cancel, settle } = useAskedItem({
    slug,
    warehouseId,
    screen: 'move',
    field,
    preset,
    onOnly: (named, bucket) => addBucket(bucket, named),
    onPlaceOf: (named, { code }, bucket) =>
      bucket
        ? addBucket(bucket, named)
        : { tone: 'bad', text: `${named.item.sku} isn’t in ${code}.` },
    onPlace: (to) => {
      const last = work.lines.at(-1)
      if (!last) return { tone: 'warn', text: `${to.code} is a location. Scan the item first.` }
      if (isBatch) {
        changeAll({ to })
        const undoAll = () => setWork((now) => ({ ...now, lines: work.lines }))
        return { tone: 'ok', text: `All lines go to ${to.code}`, undo: undoAll }
      }
      // Where it is taken from is scanned too, although it is known.
      if (to.id === last.bucket.locationId) return taking(last.bucket)
      change({ ...last, to })
      const text = `${last.bucket.sku} goes to ${to.code}`
      return { tone: 'ok', text, undo: () => change(last) }
    },
  })

  const post = (displace: boolean) =>
    move.mutate(
      { params: { slug }, body: { ...bodyOf(work), ...(displace && { displace }) } },
      {
        onSuccess: (posted) => {
          toast(
            resultOf(work, posted),
            why(stock.reverse) === undefined
              ? { label: 'Undo', run: () => void undo(posted.id) }
              : undefined,
          )
          settle()
          onDone()
          edit.begin()
        },
      },
    )
  const count = work.lines.length
  const displacing = {
    action: 'Post and let these orders wait',
    why: why(stock.move, 'stock.unreserve'),
    isPending: move.isPending,
    run: () => post(true),
  }
  return (
    <Form
      isPage
      submit={count > 1 ? `Move ${count} lines` : 'Move'}
      submitting="Moving…"
      saving={move.isPending}
      error={move.error}
      fallback="Couldn’t move the stock"
      explained={<Refusal error={move.error} displacing={displacing} />}
      why={
        why(stock.move) ??
        (count > 0 ? undefined : item ? 'Choose a location first.' : 'Add an item first.')
      }
      beside={<LineErrors edit={edit} />}
      onWrong={edit.onWrong}
      onSubmit={() => post(false)}
    >
      <LineEditor
        label="Move lines"
        edit={edit}
        item={
          <ItemField
            ref={field}
            slug={slug}
            label="Item to move"
            hint="Scan, or type a SKU or name"
            autoFocus
            onItem={choose}
          />
        }
        card={(props) => (
          <MoveLineCard
            {...props}
            slug={slug}
            whyStatus={why(stock.move, 'stock.status.change')}
            asksStatus={asksFor === 'status' && !isBatch}
          />
        )}
      >
        {item && (
          <BucketChoice
            key={item.item.id}
            slug={slug}
            warehouseId={warehouseId}
            item={item.item}
            title={`Choose where to take ${item.item.sku} from`}
            onBucket={(bucket) => addBucket(bucket, item)}
            onCancel={cancel}
          />
        )}
        {isBatch && count > 1 && (
          <AllLines
            slug={slug}
            lines={work.lines}
            whyStatus={why(stock.move, 'stock.status.change')}
            asksStatus={asksFor === 'status'}
            onAll={changeAll}
          />
        )}
      </LineEditor>
      {count > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {changesStatus && <StatusReason slug={slug} work={work} setWork={setWork} />}
          <TextField
            label="Note"
            hint="Optional note, kept in the stock history"
            value={work.note}
            maxLength={1000}
            onChange={({ target }) => setWork((now) => ({ ...now, note: target.value }))}
          />
        </div>
      )}
    </Form>
  )
}

/** Takes a move back; what stands in the way is shown where moves are undone with a preview. */
function useUndo(slug: string) {
  const router = useRouter()
  const paths = usePaths()
  const reverse = useAction(stock.reverse)
  return (move: string) =>
    reverse.mutateAsync({ params: { slug, move }, body: {} }).then(
      () => toast('Move reversed. Stock is back in its earlier location.'),
      () => void router.navigate({ href: paths.ledger({ move }) }),
    )
}

type Props = {
  slug: string
  work: MoveWork
  setWork: (change: (now: MoveWork) => MoveWork) => void
}

/** Why the status changes, from the reasons that are made for it. */
function StatusReason({ slug, work, setWork }: Props) {
  const { data } = useQuery(load(settings.reasons, { params: { slug } }))
  const suitable = data?.items.filter(
    ({ state, applies }) => state === 'active' && applies.includes('status'),
  )
  return (
    <Select
      label="Reason"
      hint="Reason for the status change"
      value={work.reason}
      options={[
        { value: '', label: 'No reason' },
        ...(suitable ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={({ target }) => setWork((now) => ({ ...now, reason: target.value }))}
    />
  )
}
