import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { useState } from 'react'
import { isOver } from '../app/me.ts'
import { LayerButtons } from '../parts/LayerButtons.tsx'
import type { Layer } from '../parts/Layers.tsx'
import { useFormKeys } from '../parts/submit-form.ts'
import { Link } from '../parts/Link.tsx'
import { MenuEntry } from '../parts/MenuEntry.tsx'
import { NoticeStrip } from '../parts/NoticeStrip.tsx'
import { Heading } from '../parts/Page.tsx'
import { SkipLink } from '../parts/SkipLink.tsx'
import { paths } from '../app/paths.ts'
import { signOut } from '../platforms/tenant-sessions/sign-out.ts'
import { useTenantUser } from '../app/session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { More } from '../ui/More.tsx'
import { useWide } from '../ui/wide.ts'
import { BottomBar } from './BottomBar.tsx'
import { useNotices } from './notices.tsx'
import { Rail } from './Rail.tsx'
import { useExample, useKeepRights } from './rights.ts'
import './scan/early-keys.ts'
import { useRenamed } from './use-renamed.ts'
import { WarehouseSwitcher } from './WarehouseSwitcher.tsx'
import { WorkspaceLayers } from './WorkspaceLayers.tsx'

const route = getRouteApi('/$platform/app')

/** Around every page of a workspace: whose it is, who is signed in, where to, the way out. */
export function WorkspaceShell() {
  const slug = route.useParams({ select: (params) => params.platform })
  const member = useTenantUser()
  const { current, error, refetch } = useRenamed(slug)

  useKeepRights(slug, member?.id)
  const isExample = useExample()
  const notices = useNotices(slug)
  const [layer, setLayer] = useState<Layer>()
  useFormKeys()
  const wide = useWide()
  return (
    <>
      <SkipLink />
      <div className="lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
        {wide !== false && (
          <div className="contents max-lg:hidden">
            <Rail />
          </div>
        )}
        <div className="min-w-0">
          <header className="bar flex min-h-12 items-center gap-x-2 border-b border-line bg-surface px-4">
            <Name slug={slug} />
            {wide !== false && (
              <div className="flex min-w-0 grow items-center gap-x-2 max-lg:hidden">
                {member && (
                  <p className="truncate text-sm text-muted">{`Signed in as ${member.email}`}</p>
                )}
                {isExample && <ExampleChip />}
              </div>
            )}
            <span className="grow" />
            {/* Without a box, which would move when the warehouses come. */}
            <div className="contents">
              <WarehouseSwitcher />
              {wide !== false && (
                <div className="flex items-center gap-2 max-lg:hidden">
                  <LayerButtons onLayer={setLayer} />
                  <Link href={paths.tenantSettings(slug)} className={buttonClass()}>
                    Settings
                  </Link>
                  <Button onClick={() => signOut(slug)}>Logout</Button>
                </div>
              )}
              {wide === false && (
                <div className="contents">
                  <More label="Account" face={<CircleUser aria-hidden size={20} />}>
                    <div className="grid gap-1 px-3 py-2">
                      {member && (
                        <p className="wrap-anywhere whitespace-normal text-muted">{`Signed in as ${member.email}`}</p>
                      )}
                      {isExample && <ExampleChip />}
                    </div>
                    <MenuEntry onClick={() => setLayer('help')}>Help and shortcuts</MenuEntry>
                    <MenuEntry href={paths.tenantSettings(slug)}>Settings</MenuEntry>
                    <MenuEntry onClick={() => signOut(slug)}>Logout</MenuEntry>
                  </More>
                </div>
              )}
            </div>
          </header>
          <NoticeStrip notices={notices} />
          <main
            id="main"
            tabIndex={-1}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-8 outline-none max-lg:pb-24 sm:px-4"
          >
            {error && !isOver(error) && <ErrorBox error={error} onRetry={() => void refetch()} />}
            <Outlet />
          </main>
        </div>
      </div>
      {!wide && <BottomBar onLayer={setLayer} />}
      <WorkspaceLayers slug={current} open={layer} onChange={setLayer} />
    </>
  )
}

const ExampleChip = () => (
  <span className="badge shrink-0 justify-self-start rounded-full border border-transparent bg-accent-soft px-2 text-xs leading-5 text-accent-ink">
    Example data
  </span>
)

const nameClass = 'min-w-0 shrink truncate text-[15px] leading-6 font-semibold lg:shrink-0'

/** The heading of the home page; on the others the way back to it. */
function Name({ slug }: { slug: string }) {
  const home = paths.workspace(slug)
  const isHome = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === home })
  const name = `${slug.toUpperCase()} Workspace`
  if (isHome) return <Heading className={nameClass}>{name}</Heading>
  return (
    <Link href={home} className={nameClass}>
      {name}
    </Link>
  )
}
