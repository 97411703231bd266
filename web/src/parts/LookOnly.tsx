import { Notice } from '../ui/Notice.tsx'

/** Says before anything is typed that it cannot be sent, and who can change that. */
export function LookOnly({ refused }: { refused: string | undefined }) {
  if (refused === undefined) return null
  return (
    <Notice kind="info">
      <p>{`You can view this form but not submit it. ${refused}`}</p>
    </Notice>
  )
}
