import { formatChange, formatQuantity } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { effectOf, isStale, presentOf, problemOf, type Edit, type Subject } from './edits.ts'

type Props = {
  subject: Subject
  present: string | undefined
  /** Why it can only be read. */
  why: string | undefined
  edit: Edit | undefined
}

/** The cell one is in, in words, below the grid: what is too long for a cell. */
export function CellFacts({ subject: { sku, location, unit }, present, why, edit }: Props) {
  const paths = usePaths()
  return (
    <p className="min-h-6 text-sm">
      <strong className="font-semibold">{`${sku} in ${location}: `}</strong>
      {edit ? changeOf(edit, present) : `${formatQuantity(present ?? '0')} ${unit}.`}
      {why !== undefined && (
        <>
          {` ${why} `}
          <Link className="link" href={paths.adjust({ sku })}>
            Adjust stock
          </Link>
        </>
      )}
    </p>
  )
}

function changeOf(edit: Edit, onHand: string | undefined): string {
  const problem = problemOf(edit)
  if (problem !== undefined) return problem
  const { before, after, delta } = effectOf(edit)
  const change = `${formatQuantity(before)} becomes ${formatQuantity(after)} ${edit.unit} (${formatChange(delta)}).`
  if (!isStale(edit, onHand)) return change
  return `${change} It was ${formatQuantity(before)} when this was typed, and is ${formatQuantity(presentOf(edit, onHand))} now.`
}
