import { StateBadge } from '../parts/StateBadge.tsx'

/** The title of a card, and whether what it shows is only an example. */
export function SectionHead({ title, sample = false }: { title: string; sample?: boolean }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <h2>{title}</h2>
      {sample && <StateBadge state="warn">Sample</StateBadge>}
    </div>
  )
}
