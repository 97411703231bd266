import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** The code of a lot, which leads to its page. */
export function LotLink({ id, code }: { id: string; code: string }) {
  const paths = usePaths()
  return (
    <Link className="link" href={paths.lot(id)}>
      {code}
    </Link>
  )
}
