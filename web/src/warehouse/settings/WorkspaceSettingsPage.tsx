import type { TenantUser } from '@stowage/contract/platforms/tenant-sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { Page } from '../../parts/Page.tsx'
import { lazyPart } from '../../app/lazy-part.ts'
import { changePasswordHash, publicUrl } from '../../app/paths.ts'
import { MemberPassword } from '../../platforms/tenant-passwords/MemberPassword.tsx'
import { MemberProfile } from '../../platforms/members/MemberProfile.tsx'
import { MemberSessions } from '../../platforms/tenant-sessions/MemberSessions.tsx'
import { storeTenantUser } from '../../app/session.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { permissionsText } from './permissions-text.ts'
import { SettingsTabs } from './SettingsTabs.tsx'
import { memberOf, useWorkspaceName } from '../../workspace/member.ts'
import { useTimes } from '../../workspace/times.ts'

const route = getRouteApi('/$platform/app/settings')

/** Settings of the whole workspace. Loaded on demand, because few visitors of the page need them. */
const SetUp = lazyPart(() => import('./SetUp.tsx'), 'SetUp')

/** Shows the settings of the member and of the whole workspace. */
export default function WorkspaceSettingsPage() {
  const slug = route.useParams({ select: (params) => params.platform })
  const name = useWorkspaceName(slug)
  const tab = route.useSearch({ select: (search) => search.tab })
  const { data, error } = useQuery(memberOf(slug))
  return (
    <Page title="Settings" site={name}>
      <SettingsTabs open={tab} />
      {tab !== undefined ? (
        <Suspense fallback={<Spinner />}>
          <SetUp slug={slug} tab={tab} />
        </Suspense>
      ) : (
        <>
          {data && <Settings slug={slug} name={name} member={data.user} />}
          {/* What went wrong is said above every page of the workspace. */}
          {!data && !error && <Spinner />}
        </>
      )}
    </Page>
  )
}

type Props = { slug: string; name: string; member: TenantUser }

function Settings({ slug, name, member }: Props) {
  const queries = useQueryClient()
  const times = useTimes()
  const { queryKey } = memberOf(slug)
  const hash = useLocation({ select: (location) => location.hash })
  return (
    <div className="grid max-w-[720px] gap-6">
      <div className="card grid gap-5 p-6">
        <MemberProfile
          member={member}
          onSaved={(user) => {
            storeTenantUser(user)
            queries.setQueryData(queryKey, { user })
          }}
        />
        <hr className="border-line" />
        <dl className="grid gap-4 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-y-3">
          <Fact label="Workspace">{name}</Fact>
          <Fact label="Sign-in page">{publicUrl(slug)}</Fact>
          <Fact label="Your email">{member.email}</Fact>
          <Fact label="Your role">{member.role || '-'}</Fact>
          <Fact label="Your permissions">{permissionsText(member)}</Fact>
        </dl>
      </div>
      <div className="card p-6">
        <MemberPassword member={member} focused={hash === changePasswordHash} />
      </div>
      <div className="card p-6">
        <MemberSessions slug={slug} times={times} />
      </div>
    </div>
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
