import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Palette } from '../parts/Palette.tsx'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.ts'
import { myPlatforms } from '../platforms/directory/mine.ts'

/** The palette of the dashboard, which also knows the platforms by name and path. */
export function DashboardPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const mine = useQuery(myPlatforms)
  const records = mine.data?.platforms.map(({ id, name, slug }) => ({
    id: `platform:${id}`,
    name,
    code: slug,
    group: 'Platforms',
    run: () => void router.navigate({ href: paths.platform(id) }),
  }))
  return (
    <Palette
      records={records ?? []}
      error={mine.error}
      onRetry={() => void mine.refetch()}
      recent={{ key: 'stowage.recent', account: useUser()?.id ?? '' }}
      onClose={onClose}
    />
  )
}
