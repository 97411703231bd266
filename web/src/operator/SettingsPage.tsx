import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { AccountPanel } from '../identity/accounts/AccountPanel.tsx'
import { AppearancePanel } from '../identity/profile/AppearancePanel.tsx'
import { NotificationsPanel } from '../identity/profile/NotificationsPanel.tsx'
import { PreferencesPanel } from '../identity/profile/PreferencesPanel.tsx'
import { ProfilePanel } from '../identity/profile/ProfilePanel.tsx'
import { Page } from '../parts/Page.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { lazyPart } from '../app/lazy-part.ts'

const SecurityPanel = lazyPart(() => import('./SecurityPanel.tsx'), 'SecurityPanel')

const tabs = [
  {
    id: 'profile',
    name: 'Profile',
    panel: (
      <>
        <ProfilePanel />
        <hr className="border-line" />
        <AccountPanel />
      </>
    ),
  },
  { id: 'security', name: 'Security', panel: <SecurityPanel /> },
  { id: 'notifications', name: 'Notifications', panel: <NotificationsPanel /> },
  { id: 'preferences', name: 'Preferences', panel: <PreferencesPanel /> },
  { id: 'appearance', name: 'Appearance', panel: <AppearancePanel /> },
] as const satisfies readonly { id: string; name: string; panel: ReactNode }[]

const route = getRouteApi('/dashboard/settings')
const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

export default function SettingsPage() {
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex(({ id }) => id === tab)

  const open = (to: number) => {
    const next = tabs.at(to % tabs.length)
    if (!next) return
    void navigate({ to: '/dashboard/settings', search: { tab: next.id }, replace: true })
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && index + step
    if (to === undefined) return
    event.preventDefault()
    open(to)
  }

  return (
    <Page title="Settings">
      <div className="grid items-start gap-6 lg:grid-cols-[200px_minmax(0,720px)]">
        <div
          ref={list}
          role="tablist"
          aria-label="Settings"
          aria-orientation="vertical"
          className="grid gap-1 max-lg:grid-cols-2 max-lg:sm:grid-cols-5"
          onKeyDown={onKeyDown}
        >
          {tabs.map(({ id, name }, position) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === tab}
              aria-controls="panel"
              tabIndex={id === tab ? 0 : -1}
              onClick={() => open(position)}
              className="min-h-11 rounded-control px-3 text-start text-sm font-medium text-muted hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-accent-ink"
            >
              {name}
            </button>
          ))}
        </div>
        <section
          role="tabpanel"
          id="panel"
          aria-labelledby={`tab-${tab}`}
          tabIndex={0}
          className="card grid gap-5 p-6"
        >
          <Suspense fallback={<Spinner />}>{tabs[index]?.panel}</Suspense>
        </section>
      </div>
    </Page>
  )
}
