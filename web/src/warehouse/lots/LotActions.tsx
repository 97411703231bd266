import type { Lot } from '@stowage/contract/warehouse/lots'
import { useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { verbs, verbsOf, type Verb } from './states.ts'

const LotStateDialog = lazyPart(() => import('./LotStateDialog.tsx'), 'LotStateDialog')

/** Puts a lot on hold, releases or recalls it, after asking. */
export function LotActions({ slug, lot }: { slug: string; lot: Lot }) {
  const { why } = useCan()
  const [asking, setAsking] = useState<Verb>()
  return (
    <>
      {verbsOf(lot).map((verb) => (
        <Button
          key={verb}
          look={verb === 'recall' ? 'danger' : 'secondary'}
          why={why('stock.status.change')}
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
