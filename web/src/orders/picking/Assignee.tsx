type Props = { of: { assignedTo: string | null; assignedToName: string | null } }

/** Who is to pick a task or a batch. */
export const Assignee = ({ of: { assignedTo, assignedToName } }: Props) => (
  <span className="wrap-anywhere">
    {assignedTo === null ? (
      <span className="text-muted">Free</span>
    ) : (
      (assignedToName ?? 'A former member')
    )}
  </span>
)
