import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { More } from '../../ui/More.tsx'
import { useCan } from '../rights.ts'
import { isOffered, valueOf, type AnyStep, type Subject } from './steps.ts'
import { useStep } from './use-step.ts'

const RefusalBox = lazyPart(() => import('../refusals/RefusalBox.tsx'), 'RefusalBox')
const AskedStep = lazyPart(() => import('./AskedStep.tsx'), 'AskedStep')

type Props<Row> = {
  steps: Readonly<Record<string, AnyStep<Row>>>
  /** As they are now: what is asked about one follows its changes. */
  rows: readonly Row[]
  name: (row: Row) => string
  /** Accessible name of a step. By default its word and the name of the row. */
  label?: (word: string, row: Row) => string
  /** After a step was taken. */
  onDone?: (reply: unknown) => void
}

/** Returns the menu of what can be done with a row, and what is asked or was refused, for the page around it. */
export function useRowSteps<Row extends Subject>({ steps, rows, name, ...props }: Props<Row>) {
  const { label = (word, row) => `${word} ${name(row)}`, onDone } = props
  const { why } = useCan()
  const [asked, setAsked] = useState<{ step: AnyStep<Row>; row: Row }>()
  const all = Object.values(steps)
  const { change, send, fallback } = useStep<Row>(all[0]?.noun, (reply) => {
    setAsked(undefined)
    onDone?.(reply)
  })
  const of = asked && (rows.find(({ id }) => id === asked.row.id) ?? asked.row)
  const menu = (row: Row, more?: ReactNode) => {
    const entries = all.flatMap((step) => {
      const { one } = step
      if (!one || !isOffered(step, row)) return []
      const word = valueOf(one.name, row) ?? ''
      const choose = () => {
        change.reset()
        if (one.question ?? one.own) setAsked({ step, row })
        else send(row, one)
      }
      return (
        <MenuEntry key={word} why={why(one.route)} label={label(word, row)} onClick={choose}>
          {word}
        </MenuEntry>
      )
    })
    return (
      entries.length > 0 && (
        <More name={name(row)}>
          {entries}
          {more}
        </More>
      )
    )
  }
  return {
    menu,
    problem: change.error && !asked && (
      <Suspense>
        <RefusalBox takesFocus error={change.error} fallback={fallback} />
      </Suspense>
    ),
    dialog: of && (
      <Suspense>
        <AskedStep
          step={asked.step}
          of={of}
          change={change}
          fallback={fallback}
          onSubmit={(body) => asked.step.one && send(of, asked.step.one, body)}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  }
}
