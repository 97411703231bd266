import type { ReactNode } from 'react'
import { Glossary } from '../../help/Glossary.tsx'
import { Shortcuts } from '../../help/Shortcuts.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { ScannerTest } from '../../scan/ScannerTest.tsx'
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
      subtitle="Scanners, keys and words. What a page is for stands behind the question mark at the top."
    >
      <Part id="scanner" title="Set up a scanner">
        <ol className="grid list-decimal gap-2 ps-5 text-sm">
          <li>
            Connect it by cable or Bluetooth so that it types like a keyboard (HID). Nothing has to
            be installed.
          </li>
          <li>Give it the keyboard layout of this computer; its manual has a code for each.</li>
          <li>Let it send Enter behind each code: then it is answered sooner.</li>
          <li>
            For GS1 codes let it send the separator between the fields, which is Ctrl ] or GS.
          </li>
          <li>Scan the first code of the practice sheet into the test field.</li>
        </ol>
        <p className="text-sm">
          {'Without a scanner: type the code, or use the camera, under '}
          <Link href={to.scanner} className="link">
            Scan
          </Link>
          .
        </p>
      </Part>
      <ScannerTest />
      <Part id="practice" title="Practice sheet">
        <p className="text-sm text-muted">
          Some of its codes stand for goods and places of this workspace. Scan them here or on any
          other page; nothing is booked by looking.
        </p>
        {can('print.use') ? <PracticeSheet slug={slug} /> : <NoRight needs="print.use" />}
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
