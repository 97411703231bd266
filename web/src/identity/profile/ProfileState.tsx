import { Button } from '../../ui/Button.tsx'

type Props = { isDirty: boolean; isSaving: boolean; notice: string; onDiscard: () => void }

/** Shown beside the save button of a profile: unsaved changes with a way to discard them, or the last result. */
export function ProfileState({ isDirty, isSaving, notice, onDiscard }: Props) {
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {isDirty ? 'Unsaved changes' : notice}
      </p>
      {isDirty && !isSaving && <Button onClick={onDiscard}>Discard</Button>}
    </>
  )
}
