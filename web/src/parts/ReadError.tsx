import { ErrorBox } from '../ui/ErrorBox.tsx'
import { isMissing, Missing, type MissingRecord } from './Missing.tsx'

type Props = {
  /** The query. */
  of: { error: unknown; refetch: () => unknown }
  /** Error message if the server sent none. */
  fallback?: string
  /** The record whose address this is. */
  record?: MissingRecord
}

/** Shows why a query failed, with a way to ask again, or that the record of this address does not exist. */
export function ReadError({ of: { error, refetch }, fallback, record }: Props) {
  if (!error) return null
  if (record && isMissing(error)) return <Missing {...record} />
  return <ErrorBox error={error} fallback={fallback} onRetry={() => void refetch()} />
}
