import { Button } from '../ui/Button.tsx'

type Props = {
  /** Fields that differ, or may differ. */
  rows: readonly { label: string; mine: string; theirs: string }[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** The same thing was changed elsewhere meanwhile: both versions side by side, and the choice. */
export function VersionConflict({ rows, onKeepMine, onTakeTheirs }: Props) {
  return (
    <div className="card grid gap-3 p-4 text-sm">
      <table className="w-full text-start">
        <caption className="sr-only">What you typed and what is saved now</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1 pe-3 text-start font-medium">
              Field
            </th>
            <th scope="col" className="py-1 pe-3 text-start font-medium">
              Yours
            </th>
            <th scope="col" className="py-1 text-start font-medium">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs }) => (
            <tr key={label} className="align-top">
              <th scope="row" className="py-1 pe-3 text-start font-normal text-muted">
                {label}
              </th>
              <td className="py-1 pe-3 wrap-anywhere">{mine}</td>
              <td className="py-1 wrap-anywhere">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </div>
    </div>
  )
}
