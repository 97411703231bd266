import { tenantPasswords } from '@stowage/contract/platforms/tenant-passwords'
import { type TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import { useAction } from '../../app/api.ts'
import { ChangePassword } from '../../identity/passwords/ChangePassword.tsx'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'

type Props = {
  member: TenantUser
  /** Somebody came here to change it. */
  focused: boolean
}

/** The member's own password of this platform, or the word where that of an account is changed. */
export function MemberPassword({ member, focused }: Props) {
  const params = { slug: member.platformSlug }
  const change = useAction(tenantPasswords.change)
  if (member.usesAccountPassword) return <OfTheAccount />
  return (
    <ChangePassword
      email={member.email}
      change={change}
      callOf={(body) => ({ params, body })}
      focused={focused}
    />
  )
}

function OfTheAccount() {
  return (
    <section aria-labelledby="change-password" className="grid gap-2">
      <h2 id="change-password">Change Password</h2>
      <p>Here you sign in with the password of your Stowage account.</p>
      <p>
        <Link href={paths.settingsTab('security')} className="link">
          Change this password in your account settings.
        </Link>
      </p>
    </section>
  )
}
