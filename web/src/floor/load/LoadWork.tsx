import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Heading } from '../../parts/Page.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import { signalAnswer } from '../../workspace/scan/signals.ts'
import { useFeedback } from '../../workspace/scan/use-feedback.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useLoading } from '../../orders/manifests/use-loading.ts'
import { packagesText } from '../../orders/manifests/words.ts'
import { Answer } from '../frame/Answer.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

const CloseManifest = lazy(async () => ({
  default: (await import('../../orders/manifests/steps.tsx')).CloseManifest,
}))

type Props = {
  slug: string
  manifest: Manifest
  back: { href: string; name: string }
  outbox: ReturnType<typeof useOutbox>
}

/** One carrier: scan package after package, then hand them over. */
export function LoadWork({ slug, manifest, back, outbox }: Props) {
  const { why } = useCan()
  const [layer, setLayer] = useState<'code' | 'close' | 'more'>()
  const close = () => setLayer(undefined)
  const { feedback, say, undo } = useFeedback()
  const { take } = useLoading(slug, manifest)
  const loadAll = useAction(manifests.loadAll)
  const { id: manifestId, number, carrier, state, loaded, waiting } = manifest
  const isOpen = state === 'open'
  const offline = outbox.isOnline ? undefined : 'Loading needs a connection.'
  const mayNot = why(manifests.load) ?? offline
  const all = loaded.length + waiting.length
  const whyNotClose =
    why(manifests.close) ?? offline ?? (loaded.length === 0 ? 'Load a package first.' : undefined)

  const takeHere: Take = async (scan) => {
    if (!isOpen) return undefined
    if (mayNot !== undefined) return say({ tone: 'bad', text: mayNot })
    const { found } = scan
    if (found.kind === 'command') {
      if (found.label !== 'CLOSE' || whyNotClose !== undefined) return undefined
      setLayer('close')
      return { tone: 'ok', text: number }
    }
    return say(
      (await take(scan)) ?? { tone: 'bad', text: `Scan a package. This is ${nameOf(found)}.` },
    )
  }
  useScan(takeHere, { screen: 'load', showsAnswers: true })
  const head = (
    <WorkHead
      back={back}
      name={number}
      progress={{ done: formatCount(loaded.length), of: formatCount(all) }}
      outbox={outbox}
    />
  )
  if (!isOpen)
    return (
      <FloorFrame
        title={`Load ${number}`}
        head={head}
        thumb={
          <LinkButton look="primary" href={back.href}>
            Next carrier
          </LinkButton>
        }
      >
        <div className="grid gap-4 py-6 text-center">
          <Heading className="text-3xl!">
            {state === 'closed' ? 'Handed over' : 'Manifest cancelled'}
          </Heading>
          {state === 'closed' && (
            <p role="status" className="text-lg">
              {`${packagesText(loaded.length)} of ${carrier || 'no carrier'}, taken by ${manifest.handedTo}`}
            </p>
          )}
        </div>
      </FloorFrame>
    )
  const isFull = waiting.length === 0 && loaded.length > 0
  return (
    <FloorFrame
      title={`Load ${number}`}
      head={head}
      thumb={
        <>
          <Answer notice={feedback} />
          {isFull ? (
            <FloorButton tall look="primary" why={whyNotClose} onClick={() => setLayer('close')}>
              {`Hand over ${packagesText(loaded.length)}`}
            </FloorButton>
          ) : (
            <FloorButton tall look="primary" why={mayNot} onClick={() => setLayer('code')}>
              Type the package code
            </FloorButton>
          )}
          <div className="grid grid-cols-3 gap-2">
            <FloorButton why={whyNotClose} onClick={() => setLayer('close')}>
              Hand over
            </FloorButton>
            <FloorButton
              why={undo ? undefined : 'Nothing is scanned yet.'}
              onClick={() => undo && void signalAnswer(undo())}
            >
              Undo
            </FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      <Command verb="Load for">{carrier || 'No carrier'}</Command>
      <Quantity
        value={formatCount(loaded.length)}
        unit={`of ${all === 1 ? '1 package' : `${formatCount(all)} packages`} loaded`}
      />
      {waiting.length > 0 && (
        <ul role="list" aria-label="Waiting" className="grid text-base">
          {waiting.slice(0, 8).map((carton) => (
            <li
              key={carton.packageId}
              className="flex justify-between gap-3 border-t border-line py-2"
            >
              <span className="shrink-0">{carton.number}</span>
              <span className="min-w-0 truncate text-muted">{carton.tracking || carton.order}</span>
            </li>
          ))}
          {waiting.length > 8 && (
            <li className="border-t border-line py-2 text-muted">
              {`And ${formatCount(waiting.length - 8)} more`}
            </li>
          )}
        </ul>
      )}
      {layer === 'code' && (
        <CodeDialog label="Package, shipment or tracking number" onClose={close} />
      )}
      {layer === 'more' && (
        <MoreDialog isOnline={outbox.isOnline} onTypeCode={() => setLayer('code')} onClose={close}>
          {loadAll.error && (
            <ErrorBox error={loadAll.error} fallback="Couldn’t load the packages" />
          )}
          <FloorButton
            why={mayNot ?? (waiting.length === 0 ? 'Nothing waits.' : undefined)}
            busy={loadAll.isPending && 'Loading…'}
            onClick={() =>
              loadAll.mutate({ params: { slug, manifestId } }, { onSuccess: () => close() })
            }
          >
            Load all without scanning
          </FloorButton>
        </MoreDialog>
      )}
      {layer === 'close' && (
        <Suspense>
          <CloseManifest manifest={manifest} onClose={close} />
        </Suspense>
      )}
    </FloorFrame>
  )
}
