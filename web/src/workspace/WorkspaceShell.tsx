import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isOver } from '../me.ts'
import { LayerButtons } from '../parts/LayerButtons.tsx'
import type { Layer } from '../parts/Layers.tsx'
import { useFormKeys } from '../parts/submit-form.ts'
import { Link } from '../parts/Link.tsx'
import { Heading } from '../parts/Page.tsx'
import { paths } from '../paths.ts'
import { signOut } from '../platforms/tenant-sessions/sign-out.ts'
import { useTenantUser } from '../session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useWide } from '../ui/wide.ts'
import { BottomBar } from './BottomBar.tsx'
import { exampleWords } from './example.ts'
import { memberOf } from './member.ts'
import { Rail } from './Rail.tsx'
import { useExample, useKeepRights } from './rights.ts'
import { WarehouseSwitcher } from './WarehouseSwitcher.tsx'

const route = getRouteApi('/$platform/app')
/** Commands, palette and help: of use only once there is something to see. */
const WorkspaceLayers = lazy(async () => ({
  default: (await import('./WorkspaceLayers.tsx')).WorkspaceLayers,
}))

const DemoBar = lazy(async () => ({ default: (await import('./DemoBar.tsx')).DemoBar }))

/** Around every page of a workspace: whose it is, who is signed in, where to, the way out. */
export function WorkspaceShell() {
  const slug = route.useParams({ select: (params) => params.platform })
  const navigate = useNavigate()
  const member = useTenantUser()
  const { data, error, refetch } = useQuery(memberOf(slug))

  // The platform was renamed: the same page at its new address.
  const current = data?.user.platformSlug ?? slug
  useEffect(() => {
    if (current !== slug)
      void navigate({
        to: '.',
        params: ((now: object) => ({ ...now, platform: current })) as never,
        search: true as never,
        replace: true,
      })
  }, [current, slug, navigate])

  useKeepRights(slug, member?.id)
  const isExample = useExample()
  const [layer, setLayer] = useState<Layer>()
  useFormKeys()
  const wide = useWide()

  return (
    <>
      <a
        href="#main"
        className="sr-only z-20 bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        Skip to content
      </a>
      <div className="lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
        {wide !== false && (
          <div className="contents max-lg:hidden">
            <Rail />
          </div>
        )}
        <div className="min-w-0">
          <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line bg-surface px-4 py-3 sm:px-6">
            <div className="min-w-0">
              <Name slug={slug} />
              {member && (
                <p className="text-sm wrap-anywhere text-muted">{`Signed in as ${member.email}`}</p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <WarehouseSwitcher />
              <LayerButtons onLayer={setLayer} />
              <Link href={paths.tenantSettings(slug)} className={buttonClass()}>
                Settings
              </Link>
              <Button onClick={() => signOut(slug)}>Logout</Button>
            </div>
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="grid gap-6 p-4 outline-none max-lg:pb-24 sm:p-6 lg:p-8"
          >
            {member?.mustChangePassword && (
              <Notice kind="warn">
                <p>
                  {'Your password was set for you. '}
                  <Link href={paths.workspacePassword(slug)} className="link whitespace-nowrap">
                    Change it.
                  </Link>
                </p>
              </Notice>
            )}
            {error && !isOver(error) && <ErrorBox error={error} onRetry={() => void refetch()} />}
            {isExample && (
              <Suspense fallback={<ExampleNotice />}>
                <DemoBar />
              </Suspense>
            )}
            <Outlet />
          </main>
        </div>
      </div>
      {!wide && <BottomBar onLayer={setLayer} />}
      <Suspense>
        <WorkspaceLayers slug={current} open={layer} onChange={setLayer} />
      </Suspense>
    </>
  )
}

/** As high as the notice that is on its way. */
const ExampleNotice = () => (
  <Notice kind="info">
    <div className="flex flex-wrap items-center gap-3">
      <p>{exampleWords.text}</p>
      <span aria-hidden className={`${buttonClass()} invisible`}>
        {exampleWords.action}
      </span>
    </div>
  </Notice>
)

/** The heading of the home page; on the others the way back to it. */
function Name({ slug }: { slug: string }) {
  const home = paths.workspace(slug)
  const isHome = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === home })
  const name = `${slug.toUpperCase()} Workspace`
  if (isHome) return <Heading className="wrap-anywhere">{name}</Heading>
  return (
    <Link href={home} className="text-xl font-semibold wrap-anywhere">
      {name}
    </Link>
  )
}
