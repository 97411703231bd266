import { ErrorBox } from '../ui/ErrorBox.tsx'

type Props = {
  /** The query. */
  of: { error: unknown; refetch: () => unknown }
  /** Error message if the server sent none. */
  fallback?: string
}

/** Shows why a query failed, with a way to ask again. */
export function ReadError({ of: { error, refetch }, fallback }: Props) {
  if (!error) return null
  return <ErrorBox error={error} fallback={fallback} onRetry={() => void refetch()} />
}
