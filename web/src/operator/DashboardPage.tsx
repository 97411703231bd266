import { directory } from '@stowage/contract/platforms/directory'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { load } from '../api.ts'
import { Link } from '../parts/Link.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../session.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Bar, Skeleton } from '../ui/Skeleton.tsx'
import { WorkInProgress } from './WorkInProgress.tsx'

export default function DashboardPage() {
  const user = useUser()
  return (
    <WorkInProgress
      title="Dashboard"
      heading={user?.firstName ? `Hello, ${user.firstName}` : 'Hello'}
      sentence="This dashboard is a work in progress."
    >
      <section aria-labelledby="get-started" className="card grid max-w-3xl gap-3 p-5">
        <h2 id="get-started">Get started</h2>
        <Steps verified={user?.emailVerified ?? false} secured={user?.twoFactorEnabled ?? false} />
      </section>
    </WorkInProgress>
  )
}

/** Each step is ticked by what is really there. */
function Steps({ verified, secured }: { verified: boolean; secured: boolean }) {
  const mine = useQuery(load(directory.mine, {}))
  if (mine.error) return <ErrorBox error={mine.error} onRetry={() => void mine.refetch()} />
  if (mine.isPending)
    return (
      <Skeleton className="grid gap-1">
        {[1, 2, 3, 4, 5].map((step) => (
          <Bar key={step} className="h-11 w-full" />
        ))}
      </Skeleton>
    )
  const { platforms } = mine.data
  const [first] = platforms
  const manage = first ? paths.platform(first.id) : paths.newPlatform
  const hasLogo = platforms.some((platform) => platform.hasLogo)
  const hasMember = platforms.some(({ memberCount }) => memberCount > 0)
  return (
    <ol className="grid gap-1">
      <Step done={verified} href={paths.settings} name="Verify your email address" />
      <Step done={platforms.length > 0} href={paths.newPlatform} name="Create a platform" />
      <Step done={hasLogo} href={manage} name="Upload a logo" />
      <Step done={hasMember} href={manage} name="Add a member" />
      <Step
        done={secured}
        href={paths.settingsTab('security')}
        name="Turn on two-factor authentication"
      />
    </ol>
  )
}

function Step({ done, href, name }: { done: boolean; href: string; name: string }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Icon aria-hidden size={20} className={done ? 'text-ok-ink' : 'text-muted'} />
      <Link href={href} className="link">
        {name}
      </Link>
      <span className={`text-sm ${done ? 'text-ok-ink' : 'text-muted'}`}>
        {done ? 'Done' : 'To do'}
      </span>
    </li>
  )
}
