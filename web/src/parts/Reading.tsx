import type { ComponentProps } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import { ReadError } from './ReadError.tsx'

type Props = {
  of: { data: unknown } & ComponentProps<typeof ReadError>['of']
} & Omit<ComponentProps<typeof ReadError>, 'of'>

/** Stands for the data of a query until it has come: that it is loading, or why it failed. */
export function Reading({ of, ...props }: Props) {
  if (of.error || of.data !== undefined) return <ReadError of={of} {...props} />
  return <Spinner />
}
