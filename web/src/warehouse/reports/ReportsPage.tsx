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
    question: 'What came and what went?',
    name: 'Movement',
    says: 'Each item at the beginning and at the end of a period, and what came and went between them.',
    href: (to) => to.movementReport,
  },
  {
    question: 'What is there now?',
    name: 'Stock on hand',
    says: 'Each item in each warehouse: on hand, unavailable, reserved and available.',
    href: (to) => to.levels,
  },
  {
    question: 'What was there then?',
    name: 'Stock at a moment',
    says: 'What lay where at any time of the past, as it was known then or as it is known now.',
    href: (to) => to.asOf,
  },
]

/** What the books can be asked, as questions. */
export default function ReportsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const to = usePaths()
  return (
    <Page
      title="Reports"
      site={useWorkspaceName(slug)}
      subtitle="Questions the books can answer, up to this moment"
    >
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
