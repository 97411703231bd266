import type { LucideIcon } from 'lucide-react'

export type Card = { title: string; text: string; icon?: LucideIcon }

/** Cards in a list, three beside each other where there is room. */
export function Cards({ cards, level = 2 }: { cards: Card[]; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ title, text, icon: Icon }) => (
        <li key={title} className="card p-6">
          {Icon && (
            <span className="mb-4 flex size-10 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
              <Icon size={20} />
            </span>
          )}
          <Heading className="text-lg font-semibold">{title}</Heading>
          <p className="mt-2 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
