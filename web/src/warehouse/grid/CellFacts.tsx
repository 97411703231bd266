import { Link } from '../../parts/Link.tsx'
import { withoutZeros } from '../../quantity.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { signed } from '../quantities.ts'
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
      {edit ? changeOf(edit, present) : `${withoutZeros(present ?? '0')} ${unit}.`}
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
  const change = `${before} becomes ${after} ${edit.unit} (${signed(delta)}).`
  if (!isStale(edit, onHand)) return change
  return `${change} It was ${before} when this was typed, and is ${withoutZeros(presentOf(edit, onHand))} now.`
}
