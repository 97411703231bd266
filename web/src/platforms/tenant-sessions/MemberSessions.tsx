import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { useQuery } from '@tanstack/react-query'
import { load, useAction } from '../../app/api.ts'
import { SessionList, type Times } from '../../identity/sessions/SessionList.tsx'

const { list, end, endOthers } = tenantSessions

export function MemberSessions({ slug, times }: { slug: string; times: Times }) {
  const params = { slug }
  return (
    <SessionList
      sessions={useQuery(load(list, { params }))}
      ending={useAction(end)}
      callOf={(sessionId) => ({ params: { slug, sessionId } })}
      others={useAction(endOthers)}
      times={times}
      othersCall={{ params, query: { scope: 'others' } }}
    />
  )
}
