type Props = { copies: 'following' | 'stopped' | undefined }

/** Says that a list has rows of other databases, which come later. */
export function CopiedRows({ copies }: Props) {
  if (!copies) return null
  return copies === 'following' ? (
    <p className="pb-2 text-sm text-muted">
      Changes in some platforms can take a few seconds to appear here.
    </p>
  ) : (
    <p className="pb-2 text-sm text-warn-ink">
      Recent changes in some platforms are missing. They appear as soon as their database responds.
    </p>
  )
}
