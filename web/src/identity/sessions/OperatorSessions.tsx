import { sessions } from '@stowage/contract/identity/sessions'
import { useQuery } from '@tanstack/react-query'
import { load, useAction } from '../../app/api.ts'
import { eventZone, formatEvent } from '../../app/format.ts'
import { SessionList } from './SessionList.tsx'

const { list, end, endOthers } = sessions

export function OperatorSessions() {
  return (
    <SessionList
      sessions={useQuery(load(list, {}))}
      ending={useAction(end)}
      callOf={(sessionId) => ({ params: { sessionId } })}
      others={useAction(endOthers)}
      times={{ zone: eventZone(), show: formatEvent }}
      othersCall={{ query: { scope: 'others' } }}
    />
  )
}
