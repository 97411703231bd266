import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from '../parts/Link.tsx'
import { ReadError } from '../parts/ReadError.tsx'
import { paths } from '../app/paths.ts'
import { Undecided } from '../platforms/directory/Undecided.tsx'
import { useUser } from '../app/session.ts'
import { Bar } from '../ui/Skeleton.tsx'
import { WorkInProgress } from './WorkInProgress.tsx'
import { myPlatforms } from '../platforms/directory/mine.ts'

export default function DashboardPage() {
  const user = useUser()
  const mine = useQuery(myPlatforms)
  return (
    <WorkInProgress
      title="Dashboard"
      heading={user?.firstName ? `Hello, ${user.firstName}` : 'Hello'}
      sentence="This dashboard is a work in progress."
    >
      <Undecided platforms={mine.data?.platforms} />
      <section aria-labelledby="get-started" className="card grid gap-3 p-5">
        <h2 id="get-started">Get started</h2>
        <Steps verified={user?.emailVerified ?? false} secured={user?.twoFactorEnabled ?? false} />
      </section>
    </WorkInProgress>
  )
}

/** Each step is ticked by what is really there. */
function Steps({ verified, secured }: { verified: boolean; secured: boolean }) {
  const mine = useQuery(myPlatforms)
  if (mine.error) return <ReadError of={mine} />
  const platforms = mine.data?.platforms
  const [first] = platforms ?? []
  const manage = first ? paths.platform(first.id) : paths.newPlatform
  const known = (done: boolean) => (platforms ? done : undefined)
  const hasLogo = platforms?.some((platform) => platform.hasLogo) ?? false
  const hasMember = platforms?.some(({ memberCount }) => memberCount > 0) ?? false
  return (
    <ol className="grid gap-1" aria-busy={!platforms}>
      <Step done={known(verified)} href={paths.settings} name="Verify your email address" />
      <Step done={known(first !== undefined)} href={paths.newPlatform} name="Create a platform" />
      <Step done={known(hasLogo)} href={manage} name="Upload a logo" />
      <Step done={known(hasMember)} href={manage} name="Add a member" />
      <Step
        done={known(secured)}
        href={paths.settingsTab('security')}
        name="Turn on two-factor authentication"
      />
    </ol>
  )
}

/** `done` is undefined until it is known. */
function Step({ done, href, name }: { done: boolean | undefined; href: string; name: string }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Icon aria-hidden size={20} className={done ? 'text-ok-ink' : 'text-muted'} />
      <Link href={href} className="link">
        {name}
      </Link>
      {done === undefined ? (
        <Bar className="h-5 w-10" />
      ) : (
        <span className={`text-sm whitespace-nowrap ${done ? 'text-ok-ink' : 'text-muted'}`}>
          {done ? 'Done' : 'To do'}
        </span>
      )}
    </li>
  )
}
