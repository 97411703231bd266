import { demoSteps } from './content.ts'
import { Screenshot } from './Screenshot.tsx'
import { SiteDialog } from './SiteDialog.tsx'

/** The demo steps, one at a time. The page script switches them by button or arrow key. */
export function DemoDialog() {
  return (
    <SiteDialog id="demo" title="Your first day with Stowage" wide>
      <ol className="mt-6" aria-live="polite">
        {demoSteps.map(({ title, text, picture, alt }, index) => (
          <li key={title} data-step hidden={index > 0}>
            <Screenshot name={picture} alt={alt} />
            <h3 className="mt-4 text-xl font-semibold">{title}</h3>
            <p className="mt-2 min-h-18 text-muted sm:min-h-12">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex items-center justify-between gap-2">
        <button type="button" className="button" data-turn="-1" disabled>
          Previous
        </button>
        <p className="text-sm whitespace-nowrap text-muted tabular-nums" data-position>
          1 of {demoSteps.length}
        </p>
        <button type="button" className="button" data-turn="1">
          Next
        </button>
      </div>
    </SiteDialog>
  )
}
