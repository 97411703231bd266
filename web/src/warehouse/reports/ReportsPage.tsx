import { getRouteApi } from '@tanstack/react-router'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { usePaths } from '../../workspace/warehouses.ts'

const route = getRouteApi('/$platform/app/reports')

const reports: readonly {
  question: string
  name: string
  says: string
  href: (to: WorkspacePaths) => string
}[] = [
  {
    question: 'Stock movement',
    name: 'Stock movement',
    says: 'Opening, in, out and closing quantity per SKU for a period.',
    href: (to) => to.movementReport,
  },
  {
    question: 'Stock on hand',
    name: 'Stock on hand',
    says: 'On hand, unavailable, reserved and available quantity per SKU and warehouse.',
    href: (to) => to.levels(),
  },
  {
    question: 'Past stock',
    name: 'Stock as of a date',
    says: 'Stock by location at any past time, as recorded then or including later corrections.',
    href: (to) => to.asOf,
  },
  {
    question: 'What orders wait for',
    name: 'Backorders by item',
    says: 'Waiting quantity, value, age and promised date per SKU.',
    href: (to) => to.backorderReport(),
  },
  {
    question: 'Where we lose time',
    name: 'Cycle time',
    says: 'Median, 90% and 99% of each step from placed to shipped.',
    href: (to) => to.cycleTimeReport(),
  },
  {
    question: 'Who picked how much',
    name: 'Productivity',
    says: 'Lines per hour by task and member.',
    href: (to) => to.productivityReport(),
  },
  {
    question: 'What is not found',
    name: 'Short picks',
    says: 'Short picks and short rate by day, SKU and location.',
    href: (to) => to.shortReport(),
  },
]

/** Every report by the question it answers. */
export default function ReportsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const to = usePaths()
  return (
    <Page title="Reports" site={useWorkspaceName(slug)} subtitle="Always up to date">
      <ul role="list" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {reports.map(({ question, name, says, href }) => (
          <li key={name} className="card grid content-start gap-2 p-5">
            <p className="text-sm text-muted">{question}</p>
            <h2>
              <Link href={href(to)} className="link">
                {name}
              </Link>
            </h2>
            <p className="text-sm">{says}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
