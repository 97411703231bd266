import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../app/format.ts'
import { DataTable, type Column } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Link } from '../parts/Link.tsx'
import { ReadError } from '../parts/ReadError.tsx'
import { paths } from '../app/paths.ts'
import { CopiedRows } from '../platforms/audit/CopiedRows.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { WorkInProgress } from './WorkInProgress.tsx'
import { myPlatforms } from '../platforms/directory/mine.ts'

const columns: Column<ListedPlatform>[] = [
  { header: 'Platform', cell: ({ name }) => name },
  {
    header: 'Members',
    card: 'number',
    align: 'end',
    cell: ({ memberCount }) => formatCount(memberCount),
  },
  {
    header: 'Where they are managed',
    card: 'value',
    cell: ({ id, name }) => (
      <Link href={paths.platform(id)} className="link">
        {`Members of ${name}`}
      </Link>
    ),
  },
]

export default function UsersPage() {
  const mine = useQuery(myPlatforms)
  return (
    <WorkInProgress title="Users">
      <CopiedRows copies={mine.data?.copies} />
      {mine.error ? (
        <ReadError of={mine} />
      ) : (
        <DataTable
          caption="The people who can sign in to your platforms, counted without the owner"
          columns={columns}
          rows={mine.data?.platforms}
          rowId={({ id }) => id}
          empty={
            <EmptyState
              title="No platforms yet"
              action={
                <Link href={paths.newPlatform} className={buttonClass('primary')}>
                  Create a platform
                </Link>
              }
            >
              Users belong to a platform. Create one, then add its members.
            </EmptyState>
          }
        />
      )}
    </WorkInProgress>
  )
}
