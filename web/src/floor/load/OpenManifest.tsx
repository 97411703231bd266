import { manifests } from '@stowage/contract/orders/manifests'
import { useAction } from '../../app/api.ts'
import { go } from '../../app/navigation.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { answerTo, openFirst } from '../../orders/manifests/loadable.ts'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

/** A carrier whose manifest is not open yet. */
export function OpenManifest({ warehouseId, carrier }: { warehouseId: string; carrier: string }) {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { why } = useCan()
  const open = useAction(manifests.open)
  useScan(
    ({ found }) => {
      const answer = answerTo(found)
      return answer === 'load' ? { tone: 'warn', text: openFirst } : answer
    },
    { screen: 'load' },
  )
  return (
    <FloorFrame
      title="Load"
      head={
        <WorkHead
          back={{ href: paths.floorLoad(), name: 'Carriers' }}
          name="Load"
          outbox={outbox}
        />
      }
      thumb={
        <FloorButton
          tall
          look="primary"
          why={why(manifests.open) ?? (outbox.isOnline ? undefined : 'Loading needs a connection.')}
          busy={open.isPending && 'Opening…'}
          onClick={() =>
            open.mutate(
              { params: { slug }, body: { warehouseId, carrier } },
              {
                onSuccess: ({ manifest }) =>
                  go(paths.floorLoad({ manifest: manifest.id }), { replace: true }),
              },
            )
          }
        >
          Open manifest
        </FloorButton>
      }
    >
      <Command verb="Load for">{carrier || 'No carrier'}</Command>
      {open.error && <ErrorBox error={open.error} fallback="Couldn’t open the manifest" />}
    </FloorFrame>
  )
}
