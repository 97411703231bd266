import { formatCount } from '../../app/format.ts'
import { whyNotThese } from '../../parts/selected.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../rights.ts'
import { mostOf, whyNone } from './many.ts'
import type { AnyStep } from './steps.ts'
import type { Many } from './use-many.tsx'

type Props = { steps: Readonly<Record<string, AnyStep<never>>>; many: Many }

/** Shows the steps for all selected records, as buttons in the selection bar. */
export function ManyButtons({ steps, many }: Props) {
  const { why } = useCan()
  const { selection, rows, underWay, progress } = many
  const marked = rows.filter(({ id }) => selection.isMarked(id))
  const isKnown = !selection.isAll && marked.length === selection.chosen.size
  const states = isKnown ? marked.map(({ state }) => state) : undefined
  const busyText = (busy = 'Reading…') =>
    progress ? `${formatCount(progress.done)} of ${formatCount(progress.total)}…` : busy
  return Object.entries(steps).map(([key, step]) => {
    const { many: of, look } = step
    if (!of) return null
    const isAsked = Boolean(of.question ?? of.own)
    return (
      <Button
        key={key}
        look={look === 'danger' ? 'danger' : 'secondary'}
        why={why(of.route) ?? whyNotThese(selection, mostOf(step)) ?? whyNone(step, states)}
        busy={underWay === step && busyText(of.busy)}
        onClick={() => (isAsked ? many.ask(step) : many.take({ step, more: {} }))}
      >
        {isAsked ? `${of.name}…` : of.name}
      </Button>
    )
  })
}
