import { practiceLabels } from '@stowage/contract/warehouse/product-labels'
import type { ReactNode } from 'react'
import { Glossary } from '../../help/Glossary.tsx'
import { Shortcuts } from '../../help/Shortcuts.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { ScannerTest } from '../../workspace/scan/ScannerTest.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { PracticeSheet } from './PracticeSheet.tsx'

/** How to set a scanner up and try it, the keys of the workspace, and what its words mean. */
export default function HelpPage() {
  const slug = useSlug()
  const to = usePaths()
  const { can } = useCan()
  return (
    <Page
      title="Help"
      site={useWorkspaceName(slug)}
      subtitle="Scanner setup, keyboard shortcuts and terms. For help with a page, press ? on it."
    >
      <Part id="scanner" title="Set up a scanner">
        <ol className="grid list-decimal gap-2 ps-5 text-sm">
          <li>
            Connect the scanner by cable or Bluetooth in keyboard (HID) mode. You don’t need to
            install anything.
          </li>
          <li>
            Set the scanner to this computer’s keyboard layout. Its manual has a code for each
            layout.
          </li>
          <li>Set it to send Enter after each code for the fastest response.</li>
          <li>For GS1 codes, set it to send the field separator (Ctrl ] or GS).</li>
          <li>Scan the first code on the practice sheet into the test field.</li>
        </ol>
        <p className="text-sm">
          {'No scanner? Type the code or use the camera under '}
          <Link href={to.scanner} className="link">
            Scan
          </Link>
          .
        </p>
      </Part>
      <ScannerTest />
      <Part id="practice" title="Practice sheet">
        <p className="text-sm text-muted">
          Some codes are items and locations of this workspace. Scan them here or on any page;
          looking up a code changes nothing.
        </p>
        {can(practiceLabels.practice) ? (
          <PracticeSheet slug={slug} />
        ) : (
          <NoRight of={practiceLabels.practice} />
        )}
      </Part>
      <Part id="keys" title="Keyboard shortcuts">
        <div className="grid max-w-xl gap-3 text-sm">
          <Shortcuts />
        </div>
      </Part>
      <Part id="glossary" title="Glossary">
        <div className="text-sm">
          <Glossary columns />
        </div>
      </Part>
    </Page>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
