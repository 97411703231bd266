import { mark } from './mark.ts'

/** The mark of the product; its name always stands beside it. */
export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path className="fill-none stroke-on-accent" strokeWidth="3" d={mark.rack} />
      <path className="fill-on-accent" opacity=".75" d={mark.boxes} />
    </svg>
  )
}
