import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

/** Names the characters that can’t be printed, and offers to print all the same. */
export const PrintRefusal = ({ error, onBox }: { error: unknown; onBox: () => void }) => (
  <ErrorBox error={error}>
    <div className="mt-1">
      <Button onClick={onBox}>Print □ instead</Button>
    </div>
  </ErrorBox>
)
