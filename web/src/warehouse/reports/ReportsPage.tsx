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
    href: (to) => to.levels,
  },
  {
    question: 'Past stock',
    name: 'Stock as of a date',
    says: 'Stock by location at any past time, as recorded then or including later corrections.',
    href: (to) => to.asOf,
  },
]

/** What the books can be asked, as questions. */
export default function ReportsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const to = usePaths()
  return (
    <Page title="Reports" site={useWorkspaceName(slug)} subtitle="Stock reports, always up to date">
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
