import type { At } from '../../workspace/noun.ts'

export const reportPaths = (at: At) => ({
  reports: at('reports'),
  movementReport: at('reports/movement'),
})
