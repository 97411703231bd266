import { sessions } from '@stowage/contract/identity/sessions'
import { useQuery } from '@tanstack/react-query'
import { load, useAction } from '../../app/api.ts'
import { SessionList } from './SessionList.tsx'

const { list, end, endOthers } = sessions

export function OperatorSessions() {
  return (
    <SessionList
      sessions={useQuery(load(list, {}))}
      ending={useAction(end)}
      callOf={(sessionId) => ({ params: { sessionId } })}
      others={useAction(endOthers)}
      othersCall={{ query: { scope: 'others' } }}
    />
  )
}
