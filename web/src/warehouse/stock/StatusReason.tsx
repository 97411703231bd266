import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { Select } from '../../ui/Select.tsx'
import type { MoveWork } from './move-lines.ts'

type Props = {
  slug: string
  work: MoveWork
  setWork: (change: (now: MoveWork) => MoveWork) => void
}

/** Why the status changes, from the reasons that are made for it. */
export function StatusReason({ slug, work, setWork }: Props) {
  const { data } = useQuery(load(settings.reasons, { params: { slug } }))
  const suitable = data?.items.filter(
    ({ state, applies }) => state === 'active' && applies.includes('status'),
  )
  return (
    <Select
      label="Reason"
      hint="Reason for the status change"
      value={work.reason}
      options={[
        { value: '', label: 'No reason' },
        ...(suitable ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={({ target }) => setWork((now) => ({ ...now, reason: target.value }))}
    />
  )
}
