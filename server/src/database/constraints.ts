import type { ErrorCode } from '@stowage/contract/errors'
import { constraintCodes } from './constraint-codes.ts'

/**
 * Of what kind the row is that is in the way of one that a constraint has refused, as far as its name
 * tells. Row-level security keeps PostgreSQL from naming the key.
 */
export function blockersOf(error: unknown): { type: string }[] {
  const type = findCode(error)?.of
  return type === undefined ? [] : [{ type }]
}

/** The code for an error raised by a known constraint, else undefined. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  return findCode(error)?.code
}

function findCode(error: unknown) {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraintCodes[constraint] : undefined
}
