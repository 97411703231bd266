import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../member.ts'

const route = getRouteApi('/$platform/app/notifications')

export default function WorkspaceNotificationsPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  return (
    <Page title="Notifications" site={useWorkspaceName(slug)}>
      <p>This page is a work in progress.</p>
      <p className="text-muted">Notifications aren’t available yet.</p>
    </Page>
  )
}
