/** Beside the button that saves: whether there is anything to save, or that it was. */
export function SaveState({ isDirty, isSaved }: { isDirty: boolean; isSaved: boolean }) {
  return (
    <p role="status" className="text-sm text-muted">
      {isDirty ? 'Unsaved changes' : isSaved && 'Saved'}
    </p>
  )
}
