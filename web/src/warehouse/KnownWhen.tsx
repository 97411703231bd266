import { RadioCards } from '../ui/RadioCards.tsx'

export type Known = 'then' | 'now'

const options = [
  {
    value: 'now',
    label: 'As known now',
    hint: 'With everything entered later about that time',
  },
  { value: 'then', label: 'As known then', hint: 'What this page would have said at the time' },
] as const

/** Whether what was entered afterwards counts. */
export function KnownWhen(props: { value: Known; onChange: (known: Known) => void }) {
  return <RadioCards legend="Known when" options={options} {...props} />
}
