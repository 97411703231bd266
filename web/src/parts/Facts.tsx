import type { ReactNode } from 'react'

/** Values by their labels; those that do not apply are null, undefined or false. */
export type LabeledValues = Readonly<Record<string, ReactNode>>

/** Shows the labeled values of a record. */
export function Facts({ of }: { of: LabeledValues }) {
  return (
    <dl className="card grid gap-x-8 gap-y-2 p-4 text-sm sm:grid-cols-[auto_1fr] lg:grid-cols-[auto_1fr_auto_1fr]">
      {Object.entries(of).map(
        ([label, value]) =>
          value != null &&
          value !== false && (
            <div key={label} className="contents">
              <dt className="text-muted max-sm:-mb-1.5">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
