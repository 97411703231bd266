import type { At } from '../noun.ts'

export const notificationPaths = (at: At) => ({ notifications: at('notifications') })
