import { formatCount } from '../../app/format.ts'
import { rememberLabels, type LabelChoices } from '../../workspace/scan/device.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { askForLabels, drawingsOf, printDrawings, save, type Order } from './labels.ts'
import { usePrinting } from './printing.ts'

type LastWay = NonNullable<LabelChoices['way']>

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
  const { busy, error, run } = usePrinting(async (way: LastWay | 'test', signal) => {
    if (way === 'print' || way === 'test') {
      const ask = askForLabels(slug, way === 'test' ? oneOf(order) : order)
      await printDrawings(
        await drawingsOf(ask, signal),
        order.paper === 'a4' ? 'a4' : order.template,
      )
    } else await save(askForLabels(slug, order), way, signal)
    if (way !== 'test') rememberLabels({ way, template: order.template })
  })
  const labels = `${formatCount(total)} ${total === 1 ? 'label' : 'labels'}`
  const button = (way: LastWay | 'test', name: string) => (
    <Button
      look={way === lastWay ? 'primary' : 'secondary'}
      why={why}
      busy={busy === way && (way === 'pdf' || way === 'zpl' ? 'Saving…' : 'Printing…')}
      onClick={() => run(way)}
    >
      {name}
    </Button>
  )
  return (
    <div className="grid gap-2">
      {error && <ErrorBox error={error} fallback="Couldn’t print" />}
      {button('print', why ? 'Print' : `Print ${labels}`)}
      {total > 1 && button('test', 'Print a test label')}
      {button('pdf', 'Save as PDF')}
      {button('zpl', 'Save for a label printer (ZPL)')}
      <p className="text-sm text-muted">In the print dialog, choose no margins and 100% scale.</p>
    </div>
  )
}

const oneOf = ({ copiesOf: _, ...order }: Order): Order => ({
  ...order,
  ids: order.ids.slice(0, 1),
  copies: 1,
})
