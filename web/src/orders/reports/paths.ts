import type { At } from '../../workspace/noun.ts'

type Of = { category?: string | undefined; since?: string; until?: string }

export const orderReportPaths = (at: At) => ({
  backorderReport: (search: { category?: string | undefined; age?: string } = {}) =>
    at('reports/backorders', search),
  cycleTimeReport: (search: Of & { step?: string } = {}) => at('reports/cycle-time', search),
  productivityReport: (search: Of = {}) => at('reports/productivity', search),
  shortReport: (search: Of & { by?: 'item' | 'location' } = {}) =>
    at('reports/short-picks', search),
})
