import { directory, type PlatformDetails } from '@stowage/contract/platforms/directory'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { whyNot } from '../members/viewer.ts'

/** Makes another member the owner. */
export function TransferOwnership({ platform }: { platform: PlatformDetails }) {
  const { id, name, members, successors, viewer } = platform
  const [chosen, setChosen] = useState('')
  const [asked, setAsked] = useState(false)
  const transfer = useAction(directory.transfer)
  const outcome = useRef<HTMLDivElement>(null)
  const isDone = transfer.isSuccess && platform.viewer.role !== 'owner'
  useEffect(() => {
    if (isDone) outcome.current?.focus()
  }, [isDone])

  const heirs = members.filter((member) => successors.includes(member.id))
  const heir = heirs.find((member) => member.id === chosen)
  const missing =
    heirs.length === 0
      ? 'No other member uses this platform with a Stowage account.'
      : 'Choose the new owner first.'
  const why =
    whyNot(viewer, directory.transfer, 'transfer the platform') ?? (heir ? undefined : missing)
  const confirmed = () => {
    setAsked(false)
    transfer.mutate({ params: { platformId: id }, body: { memberId: chosen } })
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        The new owner can delete the platform and transfer it again. You stay on it as an admin.
      </p>
      {heirs.length > 0 && (
        <Select
          label="New owner"
          value={chosen}
          options={[
            { value: '', label: 'Choose a member' },
            ...heirs.map((member) => ({
              value: member.id,
              label: `${member.firstName} ${member.lastName} ${member.email}`.trim(),
            })),
          ]}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <div>
        <Button
          why={why}
          busy={transfer.isPending && 'Transferring…'}
          onClick={() => setAsked(true)}
        >
          Transfer ownership
        </Button>
      </div>
      {isDone && platform.owner && (
        <Notice ref={outcome} kind="ok" live>
          <p className="wrap-anywhere">
            {`${platform.owner.email} owns ${name} now. You are an admin.`}
          </p>
        </Notice>
      )}
      {transfer.error && (
        <ErrorBox error={transfer.error} fallback="Failed to transfer the platform" />
      )}
      {asked && heir && (
        <Confirm
          title={`Transfer ${name} to ${heir.email}?`}
          consequence="You cannot take this back: only the new owner can transfer it again. Both of you get a mail."
          action="Transfer"
          onConfirm={confirmed}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
  )
}
