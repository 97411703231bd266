import { imports } from './nouns.ts'
import type { ImportField, ImportKindFacts } from './workspace/import-kind.ts'

export const importFacts = imports satisfies Record<string, ImportKindFacts>

export type ImportKind = keyof typeof importFacts
export const importKinds = Object.keys(importFacts) as [ImportKind, ...ImportKind[]]

export const fieldsOf = (kind: ImportKind): readonly ImportField[] => importFacts[kind].fields

/** The names of the fields that hold weights, or lengths. */
export const measuredBy = (
  fields: readonly ImportField[],
  measure: NonNullable<ImportField['measure']>,
): string[] => fields.flatMap((field) => (field.measure === measure ? [field.name] : []))
