import { demoSteps } from './content.ts'
import { SiteDialog } from './SiteDialog.tsx'

/** The steps of a new customer one by one; the script turns the pages, by button or arrow key. */
export function DemoDialog() {
  return (
    <SiteDialog id="demo" title="Your first day with Stowage">
      <ol className="mt-6" aria-live="polite">
        {demoSteps.map(({ title, text }, index) => (
          <li key={title} data-step hidden={index > 0}>
            <p className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-xl font-semibold text-accent-ink">
              {index + 1}
            </p>
            <h3 className="mt-4 text-xl font-semibold">{title}</h3>
            <p className="mt-2 min-h-24 text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex items-center justify-between gap-4">
        <button type="button" className="button" data-turn="-1" disabled>
          Previous
        </button>
        <p className="text-sm text-muted tabular-nums" data-position>
          1 of {demoSteps.length}
        </p>
        <button type="button" className="button" data-turn="1">
          Next
        </button>
      </div>
    </SiteDialog>
  )
}
