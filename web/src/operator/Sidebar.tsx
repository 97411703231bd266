import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../parts/Link.tsx'
import { capsOf } from '../parts/keys.ts'
import { paths } from '../app/paths.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { sidebarEntries } from './sidebar-entries.ts'
import { signOut } from './sign-out.ts'
import { StateBadge } from '../parts/StateBadge.tsx'
import { useUser } from '../app/session.ts'
import { Avatar } from '../identity/profile/Avatar.tsx'
import { ResendEmail } from '../identity/accounts/ResendEmail.tsx'

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-sm font-medium'

/** Account, pages and the way out. `narrow` keeps the names for readers and in tooltips. */
export function Sidebar({ narrow, onLeave }: { narrow: boolean; onLeave?: () => void }) {
  const name = (text: string) => <span className={narrow ? 'sr-only' : ''}>{text}</span>
  return (
    <div className="flex min-h-0 grow flex-col gap-4">
      <UserCard narrow={narrow} />
      <nav aria-label="Main" className="grow overflow-x-hidden overflow-y-auto p-0.5">
        <ul className="grid gap-1">
          {sidebarEntries.map(({ name: text, href, icon: Icon, sample, keys }) => (
            <li key={href} className="relative">
              <Named narrow={narrow} text={text} keys={keys}>
                <Link
                  href={href}
                  current={href === paths.dashboard ? 'here' : 'below'}
                  className={`${row} text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent-ink ${narrow ? 'justify-center' : ''}`}
                  {...(onLeave && { onClick: onLeave })}
                >
                  <Icon aria-hidden size={20} className="shrink-0" />
                  {name(text)}
                </Link>
              </Named>
              {sample !== undefined && (
                <span
                  className={
                    narrow
                      ? 'sr-only'
                      : 'badge pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 rounded-full bg-hover px-2 text-xs text-muted'
                  }
                >
                  {sample}
                  <span className="sr-only"> sample figure</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {/* In line with the entries, which have room for the ring of the focus. */}
      <div className="px-0.5">
        <Named narrow={narrow} text="Sign Out">
          <button
            type="button"
            onClick={signOut}
            className={`${row} text-muted hover:bg-hover hover:text-text ${narrow ? 'justify-center' : ''}`}
          >
            <LogOut aria-hidden size={20} className="shrink-0" />
            {name('Sign Out')}
          </button>
        </Named>
      </div>
    </div>
  )
}

type NamedProps = { narrow: boolean; text: string; keys?: string | undefined; children: ReactNode }

/** Where the name is hidden it appears beside the icon on hover and focus, with its keys. */
function Named({ narrow, text, keys, children }: NamedProps) {
  if (!narrow) return children
  return (
    <Tooltip text={text} keys={keys && <Kbd caps={capsOf(keys)} />} side="beside">
      {children}
    </Tooltip>
  )
}

/** Who is signed in, and whether the address was confirmed. */
function UserCard({ narrow }: { narrow: boolean }) {
  const user = useUser()
  if (!user) return null
  const { firstName, lastName, email, emailVerified } = user
  const words = narrow ? 'sr-only' : 'grid min-w-0 gap-1'
  return (
    <div className={`flex gap-3 ${narrow ? 'justify-center' : 'rounded-card bg-bg p-3'}`}>
      <Avatar user={user} />
      <div className={words}>
        <p className="truncate text-sm font-semibold">{`${firstName} ${lastName}`}</p>
        <p className="truncate text-xs text-muted" title={email}>
          {email}
        </p>
        <p>
          <StateBadge state={emailVerified ? 'ok' : 'warn'}>
            {emailVerified ? 'Verified' : 'Unverified'}
          </StateBadge>
        </p>
        {!emailVerified && !narrow && <ResendEmail email={email} />}
      </div>
    </div>
  )
}
