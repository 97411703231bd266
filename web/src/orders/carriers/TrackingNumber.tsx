import { exactly } from '../../parts/SuggestField.tsx'
import { useActiveCarriers } from './use-active-carriers.ts'

/** A tracking number, which leads to the carrier's page for it if the carrier has one. */
export function TrackingNumber({ carrier, number }: { carrier: string; number: string }) {
  const url = exactly(useActiveCarriers(), carrier)?.trackingUrl
  if (!url) return <span className="font-mono">{number}</span>
  return (
    <a
      className="link font-mono"
      href={url.replace('{tracking}', encodeURIComponent(number))}
      target="_blank"
      rel="noreferrer"
    >
      {number}
    </a>
  )
}
