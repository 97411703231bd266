import { Button } from '../ui/Button.tsx'
import { useId, useState } from 'react'
import { definitions } from './words.ts'

/** What each number means, on demand: by tap, for those who have no pointer to hover with. */
export function Definitions({ of }: { of: readonly (keyof typeof definitions)[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        look="quiet"
        className="px-0!"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        What do these numbers mean?
      </Button>
      <dl
        id={id}
        hidden={!isOpen}
        className="card grid gap-x-6 gap-y-1 p-4 text-sm sm:grid-cols-[auto_1fr]"
      >
        {of.map((word) => (
          <div key={word} className="contents">
            <dt className="font-medium">{word}</dt>
            <dd className="text-muted max-sm:mb-2">{definitions[word]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
