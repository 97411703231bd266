import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../parts/Page.tsx'
import { useWorkspaceName } from './member.ts'

const route = getRouteApi('/$platform/app/team')

export default function WorkspaceTeamPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  return (
    <Page title="Team" site={useWorkspaceName(slug)}>
      <p>This page is a work in progress.</p>
      <p className="text-muted">
        The owner and the admins of this workspace manage its members in their dashboard.
      </p>
    </Page>
  )
}
