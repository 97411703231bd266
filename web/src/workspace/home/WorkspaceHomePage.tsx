import type { Home } from '@stowage/contract/workspace/home'
import { useQuery } from '@tanstack/react-query'
import { Activity, ChartColumn, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../app/format.ts'
import { useTitle } from '../../parts/Page.tsx'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { findings, homeOf } from './home.ts'
import { GetStarted } from './GetStarted.tsx'
import { RecentItems } from './RecentItems.tsx'
import { SectionHead } from '../SectionHead.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { TodayTiles } from './TodayTiles.tsx'
import { useWorkspaceName } from '../member.ts'
import { useExample } from '../rights.ts'
import { usePaths, useSlug, useWarehouse } from '../warehouses.ts'

export default function WorkspaceHomePage() {
  const slug = useSlug()
  const to = usePaths()
  const { id: warehouse } = useWarehouse()
  useTitle(`Home - ${useWorkspaceName(slug)}`)
  const { data, isError, refetch } = useQuery(homeOf(slug, warehouse))
  const retry = isError && !data ? () => void refetch() : undefined
  const isExample = useExample() && !isError
  const isSample = data !== undefined && !data.hasData
  return (
    <div className="grid gap-6">
      <Figures home={data} retry={retry} />
      <nav aria-label="Shortcuts" className="flex flex-wrap gap-2">
        <Link href={paths.home} className={buttonClass()}>
          Go to Home
        </Link>
        <Link href={to.team} className={buttonClass()}>
          My Team
        </Link>
        <Link href={to.notifications} className={buttonClass()}>
          Notifications
        </Link>
      </nav>
      {(data ? data.hasData : isExample) && <TodayTiles today={data?.today} />}
      <RecentItems home={data} retry={retry} />
      {isSample && <GetStarted />}
      {data && data.setup.some(({ done }) => !done) && <SetupSteps setup={data.setup} />}
    </div>
  )
}

type FiguresProps = { home: Home | undefined; retry: (() => void) | undefined }

function Figures({ home, retry }: FiguresProps) {
  const to = usePaths()
  const sample = home !== undefined && !home.hasData
  const { state = 'good', findings: found = [] } = home?.security ?? {}
  const shown = (value: string, text: string) => (sample ? value : text)
  const card = { home, retry, sample }
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Figure
        {...card}
        icon={Activity}
        title="Activity"
        value={home && shown('23', formatCount(home.activity.movements))}
      >
        {home?.hasData && 'Movements today'}
      </Figure>
      <Figure
        {...card}
        icon={ChartColumn}
        title="Usage"
        value={home && shown('1.2k', formatCount(home.usage.calls))}
      >
        API calls this month
      </Figure>
      <Figure
        {...card}
        icon={ShieldCheck}
        title="Security"
        value={home && shown('Good', state === 'good' ? 'Good' : 'Check')}
      >
        {home?.hasData &&
          found.map(({ code }) => (
            <Link key={code} href={findings[code].href(to)} className="link">
              {findings[code].text}
            </Link>
          ))}
      </Figure>
    </div>
  )
}

type FigureProps = FiguresProps & {
  icon: LucideIcon
  title: string
  /** Undefined until it is known. */
  value: string | undefined
  sample: boolean
  children?: ReactNode
}

function Figure({ icon: Icon, title, value, sample, retry, children }: FigureProps) {
  return (
    <section className="card grid content-start gap-2 p-4">
      <SectionHead title={title} sample={sample} />
      <div className="flex items-center gap-3">
        <Icon aria-hidden size={24} className="text-muted" />
        {value !== undefined || retry ? (
          <p className="text-3xl font-semibold tabular-nums">{value ?? '-'}</p>
        ) : (
          <Skeleton>
            <Bar className="h-9 w-16" />
          </Skeleton>
        )}
      </div>
      {retry ? (
        <div>
          <Button onClick={retry}>Retry</Button>
        </div>
      ) : (
        // A line even while it is empty, so nothing below moves when the words come.
        <div className="min-h-5 text-sm text-muted">{children}</div>
      )}
    </section>
  )
}
