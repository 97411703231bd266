/** Storage key of the last member's permissions, used until the server sends them again. */
export const rightsKey = 'stowage.rights'

/** As it is stored: whose rights they are, and which. */
export const rightsText = (slug: string, member: string, rights: readonly string[]) =>
  [slug, member, ...rights].join(' ')

/** The rights in a stored text; undefined when nothing is known of this member in this workspace. */
export function rightsIn(text: string | null, slug: string, member: string | undefined) {
  const [where, who, ...rights] = (text ?? '').split(' ')
  return where === slug && who !== undefined && who === member ? rights : undefined
}
