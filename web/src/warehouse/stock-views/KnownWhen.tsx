import { RadioCards } from '../../ui/RadioCards.tsx'

export type Known = 'then' | 'now'

const options = [
  {
    value: 'now',
    label: 'Including later corrections',
    hint: 'Includes entries recorded later for that time',
  },
  { value: 'then', label: 'As recorded then', hint: 'What this page showed at the time' },
] as const

/** Asks whether later corrections are included. */
export function KnownWhen(props: { value: Known; onChange: (known: Known) => void }) {
  return <RadioCards legend="Corrections" options={options} {...props} />
}
