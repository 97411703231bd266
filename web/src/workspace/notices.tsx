import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from '../parts/Link.tsx'
import type { StripNotice } from '../parts/NoticeStrip.tsx'
import { lazyPart } from '../app/lazy-part.ts'
import { paths } from '../app/paths.ts'
import { useTenantUser } from '../app/session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { exampleWords, useExampleRun } from './example.ts'
import { useExample } from './rights.ts'

const DemoBar = lazyPart(() => import('./DemoBar.tsx'), 'DemoBar')

/** Session storage key of the dismissed notice, which returns with the next sign-in. */
const dismissedKey = 'stowage.password-notice'

/** Returns the notices for the member on the open page, most urgent first. */
export function useNotices(slug: string): StripNotice[] {
  const member = useTenantUser()
  const isExample = useExample()
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') })
  const { data } = useExampleRun(slug, isExample)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey))
  const state = data?.demo.state ?? 'loaded'
  // When it has come or gone, every figure of the workspace is another.
  const client = useQueryClient()
  const known = data?.demo.state
  const before = useRef(known)
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== known
    before.current = known
    if (isOther) void client.invalidateQueries()
  }, [known, client])
  // On all other pages the header says so; what is on its way, or went wrong, is said everywhere.
  const isSaid = path === paths.workspace(slug) || path === `${paths.workspace(slug)}/settings`
  const notices: StripNotice[] = []
  if (member?.mustChangePassword && dismissed !== member.id)
    notices.push({
      key: 'password',
      kind: 'warn',
      content: (
        <p>
          {'Your password was set for you. '}
          <Link href={paths.workspacePassword(slug)} className="link whitespace-nowrap">
            Change it.
          </Link>
        </p>
      ),
      onDismiss: () => {
        sessionStorage.setItem(dismissedKey, member.id)
        setDismissed(member.id)
      },
    })
  if (isExample && state !== 'none' && (state !== 'loaded' || isSaid))
    notices.push({
      key: 'example',
      kind: state === 'failed' ? 'warn' : 'info',
      content: (
        <Suspense fallback={<ExampleNotice />}>
          <DemoBar />
        </Suspense>
      ),
    })
  return notices
}

/** As high as the notice that is on its way. */
const ExampleNotice = () => (
  <div className="flex flex-wrap items-center gap-x-3">
    <p>{exampleWords.text}</p>
    <span aria-hidden className={`${buttonClass()} invisible px-2!`}>
      {exampleWords.action}
    </span>
  </div>
)
