import { z } from 'zod'
import { image, line, paragraph } from '../fields.ts'
import { file, get, patch, post, put } from '../route.ts'
import { user } from './accounts.ts'

/** The profile fields an operator may change. An omitted field stays unchanged. */
export const profileUpdate = z.object({
  firstName: line('First name', { min: 1, max: 80 }).optional(),
  lastName: line('Last name', { min: 1, max: 80 }).optional(),
  phone: line('Phone', { max: 40 }).optional(),
  location: line('Location', { max: 120 }).optional(),
  bio: paragraph('Bio', { max: 1000 }).optional(),
  version: z.int().optional(),
})

export const preferences = z.object({
  notifications: z.object({
    email: z.boolean(),
    push: z.boolean(),
    sms: z.boolean(),
    marketing: z.boolean(),
  }),
  language: z.enum(['en', 'es', 'fr', 'de']),
  timezone: z.enum(['UTC', 'EST', 'PST', 'GMT']),
  theme: z.enum(['light', 'dark', 'auto']),
})
export type Preferences = z.output<typeof preferences>

/** Any subset of the preferences. An omitted one stays unchanged. */
const preferencesUpdate = preferences
  .extend({ notifications: preferences.shape.notifications.partial() })
  .partial()

export const profile = {
  me: get('/auth/me', {
    summary: 'The signed-in operator',
    allow: 'operator',
    reply: z.object({ user }),
  }),
  update: patch('/auth/me', {
    summary: 'Change name, phone, location or bio',
    allow: 'operator',
    body: profileUpdate,
    reply: z.object({ user }),
  }),
  saveAvatar: post('/auth/me/avatar', {
    summary: 'Upload a picture of oneself',
    allow: 'operator',
    upload: 'avatar',
    body: image,
    reply: z.object({ avatarUrl: z.string() }),
    limits: ['AVATAR'],
  }),
  /** `<img>` sends no bearer token, so the random key is the authorization. */
  avatar: get('/auth/me/avatar/:avatarKey', {
    summary: 'The picture behind its key, as PNG or WebP',
    allow: 'public',
    reply: file,
  }),
  preferences: get('/auth/me/preferences', {
    summary: 'Notification, language, time zone and theme settings',
    allow: 'operator',
    reply: z.object({ preferences }),
  }),
  savePreferences: put('/auth/me/preferences', {
    summary: 'Change some of the settings',
    allow: 'operator',
    body: preferencesUpdate,
    reply: z.object({ preferences }),
  }),
}
