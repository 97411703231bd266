import { getRouteApi } from '@tanstack/react-router'
import { Activity, ChartColumn, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../parts/Link.tsx'
import { useTitle } from '../parts/Page.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { useWorkspaceName } from './member.ts'

const route = getRouteApi('/$platform/app/')

/** Shown until the workspace has movements of its own; each says that it is a sample. */
const recentItems = [
  { what: 'Order SO-10482 packed', when: '12 minutes ago' },
  { what: 'Receipt PO-2231 put away', when: '1 hour ago' },
  { what: 'Count of zone A approved', when: 'yesterday' },
]

export default function WorkspaceHomePage() {
  const slug = route.useParams({ select: (params) => params.platform })
  useTitle(`Home - ${useWorkspaceName(slug)}`)
  return (
    <div className="grid gap-6">
      <p className="text-muted">
        The cards and the list below hold examples, not your data. This page is a work in progress.
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Figure icon={Activity} title="Activity" value="23" />
        <Figure icon={ChartColumn} title="Usage" value="1.2k">
          API calls this month
        </Figure>
        <Figure icon={ShieldCheck} title="Security" value="Good" />
      </div>
      <nav aria-label="Shortcuts" className="flex flex-wrap gap-2">
        <Link href={paths.home} className={buttonClass()}>
          Go to Home
        </Link>
        <Link href={paths.workspaceTeam(slug)} className={buttonClass()}>
          My Team
        </Link>
        <Link href={paths.workspaceNotifications(slug)} className={buttonClass()}>
          Notifications
        </Link>
      </nav>
      <section className="card grid gap-3 p-4">
        <Head title="Recent Items" />
        <ul role="list" className="divide-y divide-line text-sm">
          {recentItems.map(({ what, when }) => (
            <li key={what} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>{what}</span>
              <span className="text-muted">{when}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Head({ title }: { title: string }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <h2>{title}</h2>
      <StateBadge state="warn">Sample</StateBadge>
    </div>
  )
}

type FigureProps = { icon: LucideIcon; title: string; value: string; children?: ReactNode }

function Figure({ icon: Icon, title, value, children }: FigureProps) {
  return (
    <section className="card grid content-start gap-2 p-4">
      <Head title={title} />
      <div className="flex items-center gap-3">
        <Icon aria-hidden size={24} className="text-muted" />
        <p className="text-3xl font-semibold tabular-nums">{value}</p>
      </div>
      {children && <p className="text-sm text-muted">{children}</p>}
    </section>
  )
}
