import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { members } from '@stowage/contract/platforms/members'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useUser } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { whyNot } from './viewer.ts'

type Props = { platformId: string; viewer: PlatformDetails['viewer'] }

/** Returns a sentence if nobody can be invited now. */
export function useWhyNotInvite(viewer: Props['viewer']): string | undefined {
  const unverified = useUser()?.mustVerifyEmail ?? true
  const unproven = unverified ? 'Verify your email to invite people.' : undefined
  return whyNot(viewer, members.invite, 'invite people') ?? unproven
}

/** An invitation by mail: whoever accepts it brings their own password. */
export function AddByMail({ platformId, viewer }: Props) {
  const form = useFormOf(members.invite.body, { memberEmail: '' })
  const invite = useAction(members.invite)
  const why = useWhyNotInvite(viewer)
  return (
    <section aria-labelledby="add-by-mail" className="grid gap-3">
      <h4 id="add-by-mail" className="text-sm font-semibold">
        Add by e-mail
      </h4>
      <FormPanel
        form={form}
        submit="Send invitation"
        submitting="Sending…"
        look="secondary"
        saving={invite.isPending}
        error={invite.error}
        fallback="Failed to add member"
        why={why}
        onSubmit={(body) =>
          invite.mutate({ params: { platformId }, body }, { onSuccess: () => form.reset() })
        }
      >
        <TextField
          label="Their e-mail address"
          type="email"
          autoComplete="off"
          spellCheck={false}
          readOnly={why !== undefined}
          hint="They get a link that works for 7 days, and choose their own password or use their account."
          {...bind(form, 'memberEmail')}
        />
        {invite.isSuccess && !form.formState.isDirty && (
          <Notice kind="ok" live>
            <p className="wrap-anywhere">
              {`The invitation to ${invite.variables.body.memberEmail} is on its way.`}
            </p>
          </Notice>
        )}
      </FormPanel>
    </section>
  )
}
