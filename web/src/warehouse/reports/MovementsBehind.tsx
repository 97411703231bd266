import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** Filter of the movements that a number is made of. */
export type Movements = NonNullable<Parameters<ReturnType<typeof usePaths>['ledger']>[0]>

type Props = {
  /** As it is shown. */
  text: string
  /** Accessible name of the number. */
  name: string
  /** Undefined where they may not be seen. */
  movements: Movements | undefined
}

/** A number that leads to the movements it is made of; of nothing there are none. */
export function MovementsBehind({ text, name, movements }: Props) {
  const paths = usePaths()
  if (!movements || text === '0') return <span className="tabular-nums">{text}</span>
  return (
    <Link
      href={paths.ledger(movements)}
      aria-label={`${text} ${name}`}
      className="link tabular-nums"
    >
      {text}
    </Link>
  )
}
