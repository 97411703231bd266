import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { verbs, verbsOf, type Verb } from './states.ts'

const LotStateDialog = lazyPart(() => import('./LotStateDialog.tsx'), 'LotStateDialog')

/** Puts a lot on hold, releases or recalls it, or takes its open picks away, after asking. */
export function LotActions({ slug, lot }: { slug: string; lot: Lot }) {
  const { why } = useCan()
  const [asking, setAsking] = useState<Verb>()
  const { data } = useQuery({
    ...load(lots.inTheWay, { params: { slug, lotId: lot.id } }),
    enabled: lot.state !== 'active',
  })
  const isIdle = data && data.promised.length === 0 && data.inTheWay.every((one) => one.isPicked)
  const whyNot = (verb: Verb) =>
    why(lots.hold) ??
    (verb === 'displace'
      ? (why(lots.hold, 'stock.unreserve') ??
        (isIdle ? 'No order has open picks of this lot.' : undefined))
      : undefined)
  return (
    <>
      {verbsOf(lot).map((verb) => (
        <Button
          key={verb}
          look={verb === 'recall' ? 'danger' : 'secondary'}
          why={whyNot(verb)}
          onClick={() => setAsking(verb)}
        >
          {`${verbs[verb].action}…`}
        </Button>
      ))}
      {asking && (
        <LotStateDialog slug={slug} lot={lot} verb={asking} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}
