/** Who did something, by the name they are known by; undefined for what nobody did yet. */
export function makerOf(id: string | null, name: string | null | undefined): string | undefined {
  if (id === null) return undefined
  return name ?? 'Former member'
}

/** Who created a record; Stowage if nobody did. */
export const creatorOf = (record: {
  createdBy: string | null
  createdByName?: string | null | undefined
}) => makerOf(record.createdBy, record.createdByName) ?? 'Stowage'
