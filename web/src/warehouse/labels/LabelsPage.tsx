import {
  arrows,
  mostLabels,
  mostShown,
  type LabelTemplate,
} from '@stowage/contract/warehouse/labels'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../format.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { drawingsOf, placesOn, printDrawings, saveLabels, sizeText, type Order } from './labels.ts'
import { Preview } from './Preview.tsx'

const route = getRouteApi('/$platform/app/labels')
const paperKey = 'stowage.labels.paper'
const arrowWords = { none: 'None', up: 'Up', down: 'Down', left: 'Left', right: 'Right' } as const

/** Labels of products or locations that were marked in their lists. */
export default function LabelsPage() {
  const slug = useSlug()
  const { can } = useCan()
  const { template, ids: text = '' } = route.useSearch()
  const ids = text.split(',').filter(Boolean)
  return (
    <Page
      title="Labels"
      site={useWorkspaceName(slug)}
      subtitle={ids.length > 0 && `${nounOf(template, ids.length)}, ${sizeText(template)}`}
    >
      {!can('print.use') ? (
        <NoRight needs="print.use" />
      ) : ids.length === 0 ? (
        <NothingChosen />
      ) : (
        <PrintForm key={`${template} ${text}`} template={template} ids={ids} />
      )}
    </Page>
  )
}

const nounOf = (template: LabelTemplate, count: number) =>
  template === 'product'
    ? `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
    : `${formatCount(count)} ${count === 1 ? 'location' : 'locations'}`

function NothingChosen() {
  const to = usePaths()
  return (
    <EmptyState
      title="Choose what to label first"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <LinkButton href={to.products} look="primary">
            Choose products
          </LinkButton>
          <LinkButton href={to.places()}>Choose locations</LinkButton>
        </span>
      }
    >
      Mark rows in the list of products or places, then press Print labels.
    </EmptyState>
  )
}

const whole = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0)

function PrintForm({ template, ids }: { template: LabelTemplate; ids: string[] }) {
  const slug = useSlug()
  const [paper, setPaper] = useState<'roll' | 'a4'>(
    localStorage.getItem(paperKey) === 'a4' ? 'a4' : 'roll',
  )
  const [copies, setCopies] = useState('1')
  const [startAt, setStartAt] = useState('1')
  const [arrow, setArrow] = useState<(typeof arrows)[number]>('none')
  const [count, start] = [whole(copies), whole(startAt)]
  const total = count * ids.length
  const copiesError =
    count < 1 || count > 200
      ? 'Copies are a number from 1 to 200'
      : total > mostLabels
        ? `At most ${formatCount(mostLabels)} labels at once`
        : undefined
  const startError =
    paper === 'a4' && (start < 1 || start > placesOn(template))
      ? `A sheet has the places 1 to ${placesOn(template)}`
      : undefined
  const isRight = copiesError === undefined && startError === undefined
  const order: Order = {
    ...{ template, ids, paper, arrow, copies: isRight ? count : 1 },
    startAt: paper === 'a4' && isRight ? start : 1,
  }
  const choosePaper = (value: string) => {
    setPaper(value === 'a4' ? 'a4' : 'roll')
    localStorage.setItem(paperKey, value)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_1fr]">
      <div className="card grid gap-4 p-6">
        <Select
          label="Paper"
          value={paper}
          options={[
            { value: 'roll', label: `Roll of labels, ${sizeText(template)}` },
            { value: 'a4', label: `A4 sheet, ${placesOn(template)} labels` },
          ]}
          hint="Remembered on this device."
          onChange={({ target }) => choosePaper(target.value)}
        />
        <TextField
          label="Copies of each"
          inputMode="numeric"
          value={copies}
          error={copiesError}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setCopies(target.value)}
        />
        {paper === 'a4' && (
          <TextField
            label="First place on the sheet"
            inputMode="numeric"
            value={startAt}
            error={startError}
            hint="Counted from the upper left, for a sheet that was begun."
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setStartAt(target.value)}
          />
        )}
        {template === 'location' && (
          <Select
            label="Arrow"
            value={arrow}
            options={arrows.map((value) => ({ value, label: arrowWords[value] }))}
            hint="Where the location lies, seen from its label."
            onChange={({ target }) => setArrow(target.value as typeof arrow)}
          />
        )}
        <Actions order={order} total={total} why={isRight ? undefined : 'Mend the fields first.'} />
      </div>
      <PreviewOf slug={slug} order={order} />
    </div>
  )
}

function PreviewOf({ slug, order }: { slug: string; order: Order }) {
  // Some are enough to see what comes; the printer gets them all.
  const shown = { ...order, ids: order.ids.slice(0, mostShown), copies: 1, preview: true }
  const drawings = useQuery({
    queryKey: ['labels', slug, shown],
    queryFn: ({ signal }) => drawingsOf(slug, shown, signal),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  if (drawings.error)
    return <ErrorBox error={drawings.error} onRetry={() => void drawings.refetch()} />
  return <Preview drawings={drawings.data} isSheet={order.paper === 'a4'} />
}

type Way = 'print' | 'test' | 'pdf' | 'zpl'

function Actions({ order, total, why }: { order: Order; total: number; why: string | undefined }) {
  const slug = useSlug()
  const [busy, setBusy] = useState<Way>()
  const [error, setError] = useState<Error>()
  const signal = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const running = new AbortController()
    signal.current = running.signal
    return () => running.abort()
  }, [])
  const run = async (way: Way) => {
    if (busy || !signal.current) return
    setError(undefined)
    setBusy(way)
    try {
      if (way === 'print' || way === 'test') {
        const wanted = way === 'test' ? { ...order, ids: order.ids.slice(0, 1), copies: 1 } : order
        const drawings = await drawingsOf(slug, wanted, signal.current)
        await printDrawings(drawings, order.paper === 'a4' ? 'a4' : order.template)
      } else await saveLabels(slug, { ...order, format: way }, signal.current)
    } catch (failure) {
      if (!signal.current.aborted) setError(failure as Error)
    }
    setBusy(undefined)
  }
  const labels = `${formatCount(total)} ${total === 1 ? 'label' : 'labels'}`
  return (
    <div className="grid gap-2">
      {error && <ErrorBox error={error} fallback="Failed to print" />}
      <Button
        look="primary"
        why={why}
        busy={busy === 'print' && 'Printing…'}
        onClick={() => void run('print')}
      >
        {why ? 'Print' : `Print ${labels}`}
      </Button>
      {total > 1 && (
        <Button why={why} busy={busy === 'test' && 'Printing…'} onClick={() => void run('test')}>
          Print one to test
        </Button>
      )}
      <Button why={why} busy={busy === 'pdf' && 'Saving…'} onClick={() => void run('pdf')}>
        Save as PDF
      </Button>
      <Button why={why} busy={busy === 'zpl' && 'Saving…'} onClick={() => void run('zpl')}>
        Save for a label printer (ZPL)
      </Button>
      <p className="text-sm text-muted">
        In the print dialog choose the printer, no margins and a scale of 100 %.
      </p>
    </div>
  )
}
