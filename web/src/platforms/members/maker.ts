/** Who did something, by the name they are known by; undefined for what nobody did yet. */
export function makerOf(id: string | null, name: string | null | undefined): string | undefined {
  if (id === null) return undefined
  return name ?? 'Former member'
}
