import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../member.ts'

const route = getRouteApi('/$platform/app/team')

export default function WorkspaceTeamPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  return (
    <Page title="Team" site={useWorkspaceName(slug)}>
      <p>This page is a work in progress.</p>
      <p className="text-muted">
        The workspace owner and admins manage members in their dashboard.
      </p>
    </Page>
  )
}
