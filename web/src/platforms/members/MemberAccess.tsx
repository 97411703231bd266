import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { members } from '@stowage/contract/platforms/members'
import type { ListedMember } from '@stowage/contract/platforms/members'
import { useAction } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useWhyNotInvite } from './AddByMail.tsx'
import { sayRights } from './rights.ts'
import { whyNot } from './viewer.ts'

type Props = {
  platformId: string
  member: ListedMember
  viewer: PlatformDetails['viewer']
  /** The element that names the member. */
  describedBy: string
}

/** Shows what a member may actually do, with their invitation or their sessions. */
export function MemberAccess({ member, ...rest }: Props) {
  return (
    <>
      <p className="text-sm text-muted">{sayRights(member)}</p>
      {member.invitation ? (
        <Invitation {...rest} member={member} invitation={member.invitation} />
      ) : (
        <Sessions {...rest} member={member} />
      )}
    </>
  )
}

type InvitationProps = Props & { invitation: NonNullable<ListedMember['invitation']> }

function Invitation({ platformId, member, viewer, describedBy, invitation }: InvitationProps) {
  const invite = useAction(members.invite)
  const why = useWhyNotInvite(viewer)
  const day = formatDay(invitation.expiresAt)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          aria-describedby={describedBy}
          why={why}
          busy={invite.isPending && 'Sending…'}
          onClick={() =>
            invite.mutate({ params: { platformId }, body: { memberEmail: member.email } })
          }
        >
          Send again
        </Button>
        <p role="status" className="text-sm text-muted">
          {invite.isSuccess && 'A new link is on its way. '}
          {invitation.isExpired ? `The link worked until ${day}.` : `The link works until ${day}.`}
        </p>
      </div>
      {invite.error && <ErrorBox error={invite.error} fallback="Failed to add member" />}
    </>
  )
}

function Sessions({ platformId, member, viewer, describedBy }: Props) {
  const end = useAction(members.endSessions)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          aria-describedby={describedBy}
          why={whyNot(viewer, members.endSessions, 'end sessions')}
          busy={end.isPending && 'Ending…'}
          onClick={() => end.mutate({ params: { platformId, memberId: member.id } })}
        >
          End sessions
        </Button>
        <p role="status" className="text-sm text-muted">
          {end.isSuccess && 'Signed out of the workspace everywhere.'}
        </p>
      </div>
      {end.error && <ErrorBox error={end.error} fallback="Failed to end the sessions" />}
    </>
  )
}
