import { linkTo } from '../../parts/columns.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** The code of a lot, which leads to its page. */
export function LotLink({ id, code }: { id: string; code: string }) {
  const paths = usePaths()
  return linkTo(paths.lot(id), code)
}
