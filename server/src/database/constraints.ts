import type { ErrorCode } from '@stowage/contract/errors'
import { constraintCodes } from './constraint-codes.ts'

/**
 * Returns the type of the row that caused a constraint violation, as far as the constraint's name
 * tells. Row-level security prevents PostgreSQL from naming the key.
 */
export function blockersOf(error: unknown): { type: string }[] {
  const type = findCode(error)?.of
  return type === undefined ? [] : [{ type }]
}

/** Returns the error code of a known constraint, otherwise undefined. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  return findCode(error)?.code
}

function findCode(error: unknown) {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraintCodes[constraint] : undefined
}
