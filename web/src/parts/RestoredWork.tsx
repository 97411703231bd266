import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Says that what stands below was begun before, with a way to begin anew; `children` are the words for it. */
export function RestoredWork({
  children,
  onStartOver,
}: {
  children: string
  onStartOver: () => void
}) {
  return (
    <Notice kind="info">
      <p>{children}</p>
      <div>
        <Button
          onClick={() => {
            onStartOver()
            // The button goes away with what it was for.
            document.querySelector('h1')?.focus()
          }}
        >
          Start over
        </Button>
      </div>
    </Notice>
  )
}
