type Save = { isPending: boolean; isSuccess: boolean }

/** What became of the last change, in place. `rest` is what holds while nothing is changed. */
export function Saved({ save, rest = '' }: { save: Save; rest?: string }) {
  return (
    <p role="status" className="text-sm text-muted">
      {save.isPending
        ? 'Saving…'
        : [save.isSuccess && (rest ? 'Saved.' : 'Saved'), rest].filter(Boolean).join(' ')}
    </p>
  )
}
