import { lazy, Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useTenantUser } from '../../app/session.ts'
import { useCommands } from '../../parts/keys.ts'
import { useFormKeys } from '../../parts/submit-form.ts'
import { useKeepRights } from '../../workspace/rights.ts'
import { Scanner } from '../../workspace/scan/Scanner.tsx'
import { useRenamed } from '../../workspace/use-renamed.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { lookUpOf } from '../look-up/look-up.ts'
import { useOffline } from '../outbox/use-offline.ts'

const HelpSheet = lazyPart(() => import('../../help/HelpSheet.tsx'), 'HelpSheet')

const LinkDialog = lazy(() => import('../../warehouse/products/LinkDialog.tsx'))
const screenAt = () => 'floor'

/** Around the pages of the floor: nothing but the scanner. It is there from the start, because it needs no connection. */
export function FloorShell({ children }: { children: ReactNode }) {
  const slug = useSlug()
  const member = useTenantUser()
  useRenamed(slug)
  useKeepRights(slug, member?.id)
  useFormKeys()
  useOffline(slug, member?.id)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useCommands([
    {
      section: 'Everywhere',
      name: 'Help and shortcuts',
      keys: '?',
      run: () => setHelpOpen(true),
    },
  ])
  return (
    <div className="flex h-dvh flex-col">
      {/* The answer to a scan has its own place, above the task and not over it. */}
      <Scanner isBrief screenAt={screenAt} hrefOf={lookUpOf} linkDialog={LinkDialog} />
      <main id="main" tabIndex={-1} className="min-h-0 grow outline-none">
        {children}
      </main>
      {isHelpOpen && (
        <Suspense>
          <HelpSheet onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
