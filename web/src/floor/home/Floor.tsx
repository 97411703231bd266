import { Suspense } from 'react'
import { usePathname, usePlatform } from '../../app/navigation.ts'
import { paths } from '../../app/paths.ts'
import { Boundary } from '../../parts/Boundary.tsx'
import { NotFound } from '../../parts/NotFound.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FloorShell } from './FloorShell.tsx'
import { PlaceProvider } from '../frame/navigation.tsx'
import { pageAt } from './pages.tsx'

function Nowhere() {
  const slug = usePlatform()
  return (
    <div className="p-6">
      <NotFound
        home={paths.workspace(slug)}
        wayOut="Go to the workspace"
        site={slug.toUpperCase()}
      />
    </div>
  )
}

/** The open page of the floor in its shell, which stays when a page fails. */
function Pages() {
  const pathname = usePathname()
  return (
    <FloorShell>
      <Boundary key={pathname}>
        <Suspense fallback={<Spinner />}>{pageAt(pathname) ?? <Nowhere />}</Suspense>
      </Boundary>
    </FloorShell>
  )
}

export const Floor = () => (
  <PlaceProvider>
    <Pages />
  </PlaceProvider>
)
