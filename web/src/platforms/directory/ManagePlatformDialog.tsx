import { directory, type PlatformDetails } from '@stowage/contract/platforms/directory'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { load } from '../../app/api.ts'
import { UserManagement } from '../members/UserManagement.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCloseDialog } from './dialogs.ts'
import { LogoPanel } from './LogoPanel.tsx'
import { PlatformForm } from './PlatformForm.tsx'
import { DeletePlatform } from './DeletePlatform.tsx'
import { TransferOwnership } from './TransferOwnership.tsx'
import { ReadError } from '../../parts/ReadError.tsx'

const route = getRouteApi('/dashboard/platforms/$id')

export default function ManagePlatformDialog() {
  const { id } = route.useParams()
  const close = useCloseDialog()
  const found = useQuery(load(directory.details, { params: { platformId: id } }))
  const { data, error } = found
  // The button below would hold the focus while loading, and leave it at the end of what comes.
  const [isWaiting] = useState(!data)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWaiting) content.current?.focus()
  }, [isWaiting])
  return (
    <Dialog title="Manage Platform" onClose={close} wide long>
      <div ref={content} tabIndex={-1} className="grid gap-8 outline-none">
        <ReadError of={found} fallback="Failed to load platform" />
        {!data && !error && (
          <p role="status" className="py-12 text-center text-muted">
            Loading…
          </p>
        )}
        {data && (
          <>
            <PlatformForm platform={data.platform} />
            <LogoPanel platform={data.platform} />
            <UserManagement platform={data.platform} close={close} />
            <OwnershipPanel platform={data.platform} onDeleted={close} />
          </>
        )}
        <div className="flex justify-end border-t border-line pt-4">
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}

type Props = { platform: PlatformDetails; onDeleted: () => void }

/** Shows the actions reserved for the owner. */
function OwnershipPanel({ platform, onDeleted }: Props) {
  return (
    <section aria-labelledby="ownership" className="grid gap-6 border-t border-line pt-6">
      <h3 id="ownership" className="text-base font-semibold">
        Ownership
      </h3>
      <TransferOwnership platform={platform} />
      <DeletePlatform platform={platform} onDeleted={onDeleted} />
    </section>
  )
}
