import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import type { UnprintableMode } from '@stowage/contract/unprintable'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { saveFile } from '../../app/save-file.ts'
import { isUnprintable } from '../../app/unprintable.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { lastPaper } from '../../workspace/scan/device.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { manifestReads as refresh } from './reads.ts'
import { packagesText } from './words.ts'

type Props = { slug: string; manifest: Manifest }

/** What can follow, by the state of the manifest. */
export function ManifestActions({ slug, manifest }: Props) {
  const { why } = useCan()
  const [asks, setAsks] = useState<'close' | 'cancel'>()
  const all = useAction(manifests.loadAll, { refresh })
  const cancel = useAction(manifests.cancel, { refresh })
  const print = useMutation({
    mutationFn: (unprintable: UnprintableMode) => savePdf(slug, manifest.id, unprintable),
  })
  const { id: manifestId, number, state, version, loaded, waiting } = manifest
  const params = { slug, manifestId }
  const mayNot = why(manifests.close)
  const error = all.error ?? cancel.error ?? print.error
  return (
    <>
      <Button busy={print.isPending && 'Creating PDF…'} onClick={() => print.mutate('refuse')}>
        Print
      </Button>
      {state === 'open' && (
        <>
          <Button why={mayNot} onClick={() => setAsks('cancel')}>
            Cancel manifest…
          </Button>
          <Button
            why={mayNot ?? (waiting.length === 0 ? 'Nothing waits.' : undefined)}
            busy={all.isPending && 'Loading…'}
            onClick={() =>
              all.mutate(
                { params },
                {
                  onSuccess: ({ manifest: now }) =>
                    toast(`${packagesText(now.loaded.length)} loaded`),
                },
              )
            }
          >
            Load all
          </Button>
          <Button
            look="primary"
            why={mayNot ?? (loaded.length === 0 ? 'Load a package first.' : undefined)}
            onClick={() => setAsks('close')}
          >
            Close manifest…
          </Button>
        </>
      )}
      {isUnprintable(error) ? (
        <PrintRefusal error={error} onBox={() => print.mutate('box')} />
      ) : (
        error && <RefusalBox takesFocus error={error} fallback="Couldn’t change the manifest" />
      )}
      {asks === 'close' && (
        <CloseDialog slug={slug} manifest={manifest} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'cancel' && (
        <Confirm
          title={`Cancel ${number}?`}
          consequence="Its packages wait for their carrier again."
          action="Cancel manifest"
          onCancel={() => setAsks(undefined)}
          onConfirm={() => {
            setAsks(undefined)
            cancel.mutate(
              { params, body: { version } },
              { onSuccess: () => toast(`${number} was cancelled`) },
            )
          }}
        />
      )}
    </>
  )
}

async function savePdf(slug: string, id: string, unprintable: UnprintableMode) {
  const call = {
    params: { slug },
    query: { ids: id, size: lastPaper().size, unprintable },
  }
  const { signal } = new AbortController()
  const { name, content } = await download(manifests.print, call, { signal, onPiece: () => {} })
  saveFile(name, content, 'application/pdf')
}
