import { useState } from 'react'
import { formatCount } from '../../app/format.ts'
import { rememberLabels, type LabelChoices } from '../../scan/device.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { drawingsOf, printDrawings, saveLabels, useSignal, type Order } from './labels.ts'

type LastWay = NonNullable<LabelChoices['way']>
type Way = LastWay | 'test'

type Props = {
  order: Order
  total: number
  /** The one that was taken on this device the last time; it stands out. */
  lastWay: LastWay
  why: string | undefined
}

/** The ways out: the dialog of the browser, or a file. */
export function PrintActions({ order, total, lastWay, why }: Props) {
  const slug = useSlug()
  const [busy, setBusy] = useState<Way>()
  const [error, setError] = useState<Error>()
  const signal = useSignal()
  const run = async (way: Way) => {
    if (busy || !signal.current) return
    setError(undefined)
    setBusy(way)
    try {
      if (way === 'print' || way === 'test') {
        const wanted = way === 'test' ? oneOf(order) : order
        const drawings = await drawingsOf(slug, wanted, signal.current)
        await printDrawings(drawings, order.paper === 'a4' ? 'a4' : order.template)
      } else await saveLabels(slug, { ...order, format: way }, signal.current)
      if (way !== 'test') rememberLabels({ way, template: order.template })
    } catch (failure) {
      if (!signal.current.aborted) setError(failure as Error)
    }
    setBusy(undefined)
  }
  const labels = `${formatCount(total)} ${total === 1 ? 'label' : 'labels'}`
  const lookOf = (way: LastWay) => (way === lastWay ? 'primary' : 'secondary')
  return (
    <div className="grid gap-2">
      {error && <ErrorBox error={error} fallback="Couldn’t print" />}
      <Button
        look={lookOf('print')}
        why={why}
        busy={busy === 'print' && 'Printing…'}
        onClick={() => void run('print')}
      >
        {why ? 'Print' : `Print ${labels}`}
      </Button>
      {total > 1 && (
        <Button why={why} busy={busy === 'test' && 'Printing…'} onClick={() => void run('test')}>
          Print a test label
        </Button>
      )}
      <Button
        look={lookOf('pdf')}
        why={why}
        busy={busy === 'pdf' && 'Saving…'}
        onClick={() => void run('pdf')}
      >
        Save as PDF
      </Button>
      <Button
        look={lookOf('zpl')}
        why={why}
        busy={busy === 'zpl' && 'Saving…'}
        onClick={() => void run('zpl')}
      >
        Save for a label printer (ZPL)
      </Button>
      <p className="text-sm text-muted">In the print dialog, choose no margins and 100% scale.</p>
    </div>
  )
}

const oneOf = ({ copiesOf: _, ...order }: Order): Order => ({
  ...order,
  ids: order.ids.slice(0, 1),
  copies: 1,
})
