/** Two letters that stand for a platform without a logo: 'acme-west' → 'AW', 'acme' → 'AC'. */
export function initials(slug: string): string {
  const [first = '', second] = slug.split('-')
  return (second ? `${first[0] ?? ''}${second[0] ?? ''}` : first.slice(0, 2)).toUpperCase()
}
