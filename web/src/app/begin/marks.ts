/*
 * What the build writes into a document where only the browser knows what belongs there; begin.ts puts that in
 * its place. The slug has to survive in addresses, in capitals and as two letters.
 */
export const marks = {
  slug: 'qz-jx-slug',
  initials: 'QJ',
  firstName: '\uE001',
  lastName: '\uE002',
  email: '\uE003',
}
