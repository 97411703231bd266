import { ApiError } from '../app/transport.ts'
import { EmptyState } from './EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'

/** Checks whether a read failed because nothing is at the address, which asking again cannot change. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

export type MissingRecord = {
  /** Noun of the record. */
  of: string
  /** Where the others are found. */
  list: { name: string; href: string }
}

/** Stands for a record that no longer exists, or never did, with the way to its list. */
export const Missing = ({ of, list }: MissingRecord) => (
  <EmptyState
    title={`This ${of} doesn’t exist`}
    action={<LinkButton href={list.href}>{`Go to ${list.name}`}</LinkButton>}
  >
    It may have been deleted, or the link is incomplete.
  </EmptyState>
)
