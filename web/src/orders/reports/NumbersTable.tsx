import type { ReactNode } from 'react'

type Props = {
  caption: string
  /** The first names the row. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** The numbers of a chart. */
export function NumbersTable({ caption, columns, rows }: Props) {
  return (
    <div
      role="region"
      aria-label={`${caption}, as a table`}
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column, i) => (
              <th
                key={column}
                scope="col"
                className={`py-1.5 font-medium ${i === 0 ? 'text-start' : 'ps-4 text-end'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                {name}
              </th>
              {numbers.map((cell, i) => (
                <td key={columns[i + 1]} className="py-1.5 ps-4 text-end tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
