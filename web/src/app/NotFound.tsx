import { Link } from '../parts/Link.tsx'
import { Heading, useTitle } from '../parts/Page.tsx'
import { paths } from './paths.ts'

/** An address below the dashboard or a workspace that leads nowhere. */
export function NotFound({
  home = paths.dashboard,
  wayOut = 'Go to the dashboard',
  site = 'Stowage',
}: {
  home?: string
  wayOut?: string
  /** After the dash of the document's title. */
  site?: string
}) {
  useTitle(`Page not found - ${site}`)
  return (
    <div className="grid gap-4">
      <Heading>Page not found</Heading>
      <p className="text-muted">There is nothing at this address.</p>
      <p>
        <Link href={home} className="link">
          {wayOut}
        </Link>
      </p>
    </div>
  )
}
