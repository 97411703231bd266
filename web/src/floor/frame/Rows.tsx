import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from '../../parts/Link.tsx'

export type Row = {
  id: string
  name: string
  /** Detail that distinguishes the row from others with the same name. */
  detail?: string
  value: string
  /** The page that shows it. */
  href?: string | undefined
  /** Chooses it. */
  onPress?: () => void
}

type Props = {
  label: string
  rows: readonly Row[]
  none: string
  /** There are more than these. */
  isCut?: boolean
}

const look = 'flex min-h-14 items-center justify-between gap-3 border-t border-line py-2'

/** Lists the locations of a thing, or the contents of one; a row leads to what it names. */
export function Rows({ label, rows, none, isCut = false }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid">
      <h2 id={id} className="mb-1 text-sm font-medium text-muted">
        {label}
      </h2>
      {rows.length === 0 && <p className="text-lg">{none}</p>}
      <ul role="list" className="grid text-base empty:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            {row.href !== undefined ? (
              <Link href={row.href} className={`${look} hover:bg-hover`}>
                <Words {...row} />
              </Link>
            ) : row.onPress ? (
              <button
                type="button"
                className={`${look} w-full text-start hover:bg-hover`}
                onClick={row.onPress}
              >
                <Words {...row} />
              </button>
            ) : (
              <div className={look}>
                <Words {...row} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {isCut && <p className="text-muted">{`Only the first ${rows.length} are shown.`}</p>}
    </section>
  )
}

const Words = ({ name, detail, value, href, onPress }: Row) => (
  <>
    <span className="grid min-w-0">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {detail && <span className="text-sm text-muted wrap-anywhere">{detail}</span>}
    </span>
    <span className="flex shrink-0 items-center gap-1 text-end tabular-nums">
      {value}
      {(href !== undefined || onPress) && (
        <ChevronRight aria-hidden size={20} className="text-muted" />
      )}
    </span>
  </>
)
