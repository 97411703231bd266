import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient, useAction } from '../../app/api.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Page } from '../../parts/Page.tsx'
import type { Answer, Scan } from '../../scan/queue.ts'
import { useScan } from '../../scan/use-scan.ts'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ChooseWarehouse } from '../ChooseWarehouse.tsx'
import { LookOnly } from '../LookOnly.tsx'
import { RestoredWork } from '../RestoredWork.tsx'
import { useSite } from '../site.ts'
import { ItemField } from '../ItemField.tsx'
import { useAskedLines } from '../asked-lines.ts'
import { itemOfScan, type NamedItem } from '../items.ts'
import { BucketChoice } from '../BucketChoice.tsx'
import { bucketsOf } from '../buckets.ts'
import { unitsOf } from '../quantities.ts'
import { RefusalBox } from '../RefusalBox.tsx'
import { showWrong } from '../wrong-field.ts'
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
import { StatusReason } from './StatusReason.tsx'

const route = getRouteApi('/$platform/app/stock/move')

/** Goods to another place or another status, several lines as one move. */
export default function MovePage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const account = useTenantUser()?.id ?? ''
  const kept = useKeptWork<MoveWork>(`move.${slug}`, account, noMove, hasMove)
  const { work, setWork } = kept
  const preset = useMovePreset(slug, work.lines, (lines) =>
    setWork((now) => ({ ...now, lines: [...now.lines, ...lines] })),
  )
  const { warehouse, all } = useSite()
  const refused = useCan().why('stock.move')
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
  const [isChecked, setIsChecked] = useState(false)
  const move = useAction(stock.move, { refresh: [stock.buckets, stock.levels, stock.ledger] })
  /** What was refused holds for the lines as they were sent. */
  const setLines: FormProps['setWork'] = (change) => {
    if (move.error) move.reset()
    setWork(change)
  }
  const { field, toField, item, choose, cancel, add, change, remove } = useAskedLines<
    MoveLine,
    MoveWork
  >(setLines, preset)
  const undo = useUndo(slug)
  const changesStatus = work.lines.some(({ toStatus }) => toStatus !== '')

  const changeAll = (part: Partial<MoveLine>) =>
    setLines((now) => ({ ...now, lines: now.lines.map((line) => ({ ...line, ...part })) }))
  const addBucket = (bucket: StockBucket) => {
    if (!item) return
    const units = unitsOf(item.item)
    const unit = units.find(({ code }) => code === item.unit) ?? units[0]
    add((last) => lineOf(bucket, last, units, unit))
  }
  /** First the item, then where it is taken from where that is not clear, then where it goes. */
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const named = await itemOfScan(slug, found)
    if (named) {
      choose(named)
      return { tone: 'ok', text: `${named.item.sku}: now scan the location` }
    }
    const { kind, id, label } = found
    if (kind !== 'location' || id === null) return undefined
    if (item) {
      const { items } = await queryClient.fetchQuery(bucketsOf(slug, item.item.id, warehouseId))
      const bucket = items.find(({ locationId }) => locationId === id)
      if (!bucket) return { tone: 'bad', text: `${item.item.sku} isn’t in ${label}.` }
      addBucket(bucket)
      return { tone: 'ok', text: `${bucket.sku} from ${label}: enter quantity and location` }
    }
    const last = work.lines.at(-1)
    if (!last) return { tone: 'warn', text: `${label} is a location. Scan the item first.` }
    if (isBatch) {
      changeAll({ to: { id, code: label } })
      return {
        tone: 'ok',
        text: `All lines go to ${label}`,
        undo: () => setWork((now) => ({ ...now, lines: work.lines })),
      }
    }
    change(work.lines.length - 1, { ...last, to: { id, code: label } })
    return {
      tone: 'ok',
      text: `${last.bucket.sku} goes to ${label}`,
      undo: () => change(work.lines.length - 1, last),
    }
  }
  const settleScans = useScan(take, { screen: 'move', field })

  const submit = (form: HTMLFormElement) => {
    if (work.lines.length === 0) return
    if (!work.lines.every(isReady)) return showWrong(form, () => setIsChecked(true))
    move.mutate(
      { params: { slug }, body: bodyOf(work) },
      {
        onSuccess: (posted) => {
          toast(resultOf(work, posted), { label: 'Undo', run: () => void undo(posted.id) })
          settleScans()
          setIsChecked(false)
          onDone()
          toField()
        },
      },
    )
  }
  const count = work.lines.length
  return (
    <form
      noValidate
      className="grid max-w-5xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!move.isPending && !why('stock.move')) submit(event.currentTarget)
      }}
    >
      <div className="max-w-xl">
        <ItemField
          ref={field}
          slug={slug}
          label="Item to move"
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
          title={`Choose where to take ${item.item.sku} from`}
          onBucket={addBucket}
          onCancel={cancel}
        />
      )}
      {isBatch && count > 1 && (
        <AllLines
          slug={slug}
          lines={work.lines}
          whyStatus={why('stock.status.change')}
          asksStatus={asksFor === 'status'}
          onAll={changeAll}
        />
      )}
      {count > 0 && (
        <ul role="list" aria-label="Move lines" className="grid gap-3">
          {work.lines.map((line, at) => (
            <MoveLineCard
              // Lines come at the end and have nothing of their own but their place.
              key={`${line.bucket.bucketId}-${at}`}
              slug={slug}
              line={line}
              isChecked={isChecked}
              whyStatus={why('stock.status.change')}
              asksStatus={asksFor === 'status' && !isBatch}
              onChange={(next) => change(at, next)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
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
      {move.error && (
        <RefusalBox takesFocus error={move.error} fallback="Couldn’t move the stock" />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="primary"
          busy={move.isPending && 'Moving…'}
          why={why('stock.move') ?? (count === 0 ? 'Add an item first.' : undefined)}
        >
          {count > 1 ? `Move ${count} lines` : 'Move'}
        </Button>
        {isChecked && count > 0 && !work.lines.every(isReady) && (
          <p role="status" className="text-sm text-bad-ink">
            Some lines have errors.
          </p>
        )}
      </div>
    </form>
  )
}

/** Takes a move back; what stands in the way is shown where moves are undone with a preview. */
function useUndo(slug: string) {
  const router = useRouter()
  const paths = usePaths()
  const reverse = useAction(stock.reverse, {
    refresh: [stock.buckets, stock.levels, stock.ledger],
  })
  return (move: string) =>
    reverse.mutateAsync({ params: { slug, move }, body: {} }).then(
      () => toast('Move reversed. Stock is back in its earlier location.'),
      () => void router.navigate({ href: paths.ledger({ move }) }),
    )
}
