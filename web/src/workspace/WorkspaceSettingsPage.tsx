import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../parts/Page.tsx'
import { publicUrl } from '../paths.ts'
import { useTenantUser } from '../session.ts'
import { useWorkspaceName } from './member.ts'

const route = getRouteApi('/$platform/app/settings')

/** What is known about the member and the workspace. Nothing can be changed here yet. */
export default function WorkspaceSettingsPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  const name = useWorkspaceName(slug)
  const member = useTenantUser()
  return (
    <Page
      title="Settings"
      site={name}
      subtitle="This page is a work in progress. Nothing can be changed here yet."
    >
      <dl className="card grid max-w-[720px] gap-4 p-4 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-y-3">
        <Fact label="Workspace">{name}</Fact>
        <Fact label="Sign-in page">{publicUrl(slug)}</Fact>
        {member && (
          <>
            <Fact label="Your name">{`${member.firstName} ${member.lastName}`.trim() || '-'}</Fact>
            <Fact label="Your email">{member.email}</Fact>
            <Fact label="Your role">{member.role || '-'}</Fact>
            <Fact label="Your permissions">{member.permissions.join(', ') || '-'}</Fact>
          </>
        )}
      </dl>
    </Page>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
