import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { isUnknownPage } from './list.ts'

type Props = {
  error: unknown
  fallback?: string | undefined
  onRetry: () => void
  /** Shows the first page. */
  onStart: () => void
}

/** Shows the error of a page of a list, with a button: Start over for a page that does not exist, else Retry. */
export function ListError({ error, fallback, onRetry, onStart }: Props) {
  if (!isUnknownPage(error)) return <ErrorBox error={error} fallback={fallback} onRetry={onRetry} />
  return (
    <ErrorBox error={error}>
      <div className="mt-1">
        <Button onClick={onStart}>Start over</Button>
      </div>
    </ErrorBox>
  )
}
