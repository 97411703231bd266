type Save = { isPending: boolean; isSuccess: boolean }

/** Shows the status of the last save. `rest` is shown except while saving. */
export function Saved({ save, rest = '' }: { save: Save; rest?: string }) {
  return (
    <p role="status" className="text-sm text-muted">
      {save.isPending
        ? 'Saving…'
        : [save.isSuccess && (rest ? 'Saved.' : 'Saved'), rest].filter(Boolean).join(' ')}
    </p>
  )
}
