import { linkTo } from '../../parts/columns.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'

/** The link from a document to the movement that it posted. */
export const movementLink = ({ moveId }: { moveId: string | null }, paths: WorkspacePaths) =>
  moveId === null
    ? 'None yet'
    : linkTo(paths.ledger({ move: moveId }), `Show stock movement ${moveId}`)
