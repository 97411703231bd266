import { members } from '@stowage/contract/platforms/members'
import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import type { ListedMember, Member } from '@stowage/contract/platforms/members'
import { useId } from 'react'
import { useAction } from '../../app/api.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { MemberAccess } from './MemberAccess.tsx'
import { RightsFields } from './RightsFields.tsx'
import { whyNot } from './viewer.ts'

type Props = {
  platformId: string
  member: ListedMember
  viewer: PlatformDetails['viewer']
  /** The member is gone; the list is not loaded anew yet. */
  onRemoved: () => void
}

/** One member: role and permissions are saved on leaving their field, removing acts at once. */
export function MemberRow({ platformId, member, viewer, onRemoved }: Props) {
  const { id: memberId, invitation } = member
  const id = useId()
  const remove = useAction(members.remove, { quiet: true })
  return (
    <li className="card grid gap-3 p-4">
      <div role="group" aria-labelledby={id} className="grid gap-3">
        <div className="flex items-start justify-between gap-3">
          <div id={id} className="min-w-0">
            <Who member={member} />
          </div>
          <div className="flex flex-wrap items-center justify-end gap-2">
            {invitation && (
              <StateBadge state={invitation.isExpired ? 'bad' : 'warn'}>
                {invitation.isExpired ? 'Invitation expired' : 'Invited'}
              </StateBadge>
            )}
            {member.status === 'disabled' && <StateBadge state="warn">Disabled</StateBadge>}
            <Button
              look="danger"
              aria-describedby={id}
              why={whyNot(viewer, members.remove, 'remove users')}
              busy={remove.isPending && 'Removing…'}
              onClick={() =>
                remove.mutate(
                  { params: { platformId }, body: { memberId } },
                  { onSuccess: onRemoved },
                )
              }
            >
              Remove
            </Button>
          </div>
        </div>
        <RightsFields platformId={platformId} member={member} viewer={viewer} />
        <MemberAccess platformId={platformId} member={member} viewer={viewer} describedBy={id} />
        {remove.error && <ErrorBox error={remove.error} fallback="Failed to remove member" />}
      </div>
    </li>
  )
}

/** Name over address; the address alone where there is no name. */
export function Who({ member: { firstName, lastName, email } }: { member: Member }) {
  const name = `${firstName} ${lastName}`.trim()
  return (
    <>
      {name && <p className="font-medium wrap-anywhere">{name}</p>}
      <p className={`wrap-anywhere ${name ? 'text-sm text-muted' : 'font-medium'}`}>{email}</p>
    </>
  )
}
