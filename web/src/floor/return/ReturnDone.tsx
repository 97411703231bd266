import type { CustomerReturn } from '@stowage/contract/orders/returns'
import { Heading } from '../../parts/Page.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { returnStates } from '../../orders/returns/words.ts'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

export type ReturnWorkProps = {
  slug: string
  shown: CustomerReturn
  back: { href: string; name: string }
  outbox: ReturnType<typeof useOutbox>
}

/** A return with nothing to do on the floor now. */
export function ReturnDone({ shown, back, outbox }: ReturnWorkProps) {
  const paths = usePaths()
  const { id, number, state } = shown
  return (
    <FloorFrame
      title={`Return ${number}`}
      head={<WorkHead back={back} name={number} outbox={outbox} />}
      thumb={
        <>
          <LinkButton look="primary" href={back.href}>
            Next return
          </LinkButton>
          <LinkButton href={paths.return(id)}>Open return</LinkButton>
        </>
      }
    >
      <div className="grid gap-4 py-6 text-center">
        <Heading className="text-3xl!">{number}</Heading>
        <p role="status" className="text-lg">
          {state === 'requested' ? 'It isn’t authorized yet.' : returnStates[state].word}
        </p>
      </div>
    </FloorFrame>
  )
}
