import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { noFilters, type Filters } from './search.ts'

type Props = { entry: AuditEntry; onFilter: (filters: Filters) => void }

/** One event in full, and the lists it belongs to. */
export function LogDetails({ entry, onFilter }: Props) {
  const json = JSON.stringify(entry, null, 2)
  const only = (filter: Partial<Filters>) => onFilter({ ...noFilters, ...filter })
  const { actorEmail, platformId } = entry
  return (
    <div className="grid gap-3">
      <pre className="overflow-x-auto text-xs whitespace-pre-wrap wrap-anywhere">{json}</pre>
      <div className="flex flex-wrap gap-2">
        <Copy text={json} label="Copy as JSON" />
        {actorEmail && <Button onClick={() => only({ actorEmail })}>Filter by this actor</Button>}
        {platformId && (
          <Button onClick={() => only({ platformId })}>Filter by this platform</Button>
        )}
      </div>
    </div>
  )
}
