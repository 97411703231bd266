import type { User } from '@stowage/contract/identity/accounts'
import type { ComponentProps } from 'react'
import { ResendEmail } from '../accounts/ResendEmail.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { expectedEmail } from './expected-email.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { user: User }

/** The address of the account. Another one counts once somebody has confirmed it in its mailbox. */
export function EmailField({ user, ...field }: Props) {
  const expected = expectedEmail(user)
  return (
    <div className="grid gap-2">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint="A new address counts once you have confirmed it by the mail we send there."
        aside={
          <StateBadge state={user.emailVerified ? 'ok' : 'warn'}>
            {user.emailVerified ? 'Confirmed' : 'Not confirmed yet'}
          </StateBadge>
        }
        {...field}
      />
      {expected && (
        <Notice kind="info">
          <p className="wrap-anywhere">{`${expected} is not confirmed yet. Until then ${user.email} stays your address.`}</p>
        </Notice>
      )}
      {!user.emailVerified && (
        <>
          <p className="text-sm">
            We sent you an email with a link. Open it and press the button on the page.
          </p>
          <ResendEmail email={user.email} />
        </>
      )}
    </div>
  )
}
