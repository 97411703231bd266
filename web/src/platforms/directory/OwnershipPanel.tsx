import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { DeletePlatform } from './DeletePlatform.tsx'
import { TransferOwnership } from './TransferOwnership.tsx'

type Props = { platform: PlatformDetails; onDeleted: () => void }

/** What only the owner may do. */
export function OwnershipPanel({ platform, onDeleted }: Props) {
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
