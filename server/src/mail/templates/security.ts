import { write, type Rendered } from './letter.ts'
import { device, greet, moment, named } from './words.ts'

/** Data of every security notice. `link` is the page to act on it. */
export type Notice = {
  firstName: string
  at: Date
  ip: string | null
  userAgent: string | null
  link: string
  /** Set if it concerns a member's sign-in to a platform. */
  platformName?: string | undefined
}

const place = ({ platformName }: Notice) =>
  platformName === undefined ? 'your Stowage account' : `${named(platformName)} on Stowage`

const passwordOf = ({ platformName }: Notice) =>
  platformName === undefined
    ? 'The password of your Stowage account'
    : `Your password for ${named(platformName)} on Stowage`

/** Returns the lines for time, device and address. */
export const facts = ({ at, ip, userAgent }: Pick<Notice, 'at' | 'ip' | 'userAgent'>) => [
  { label: 'When', value: moment(at) },
  { label: 'Device', value: device(userAgent) },
  ...(ip === null ? [] : [{ label: 'IP address', value: ip }]),
]

const helpOf = ({ platformName }: Notice) =>
  platformName === undefined
    ? 'choose a new password now. This signs out every other device.'
    : 'choose a new password with “Forgot password?” on the sign-in page, and tell an administrator of the platform.'

const actionOf = ({ platformName, link }: Notice) => ({
  label: platformName === undefined ? 'Choose a new password' : 'Go to the sign-in page',
  url: link,
})

/** A refresh token was used twice, so someone may have a copy. */
export function sessionReuse(notice: Notice): Rendered {
  return write({
    subject: 'We signed you out to protect your account',
    greeting: greet(notice.firstName),
    paragraphs: [
      `A session of ${place(notice)} was used from two places at the same time. Somebody may have copied it. We ended that session. Please sign in again.`,
    ],
    facts: facts(notice),
    action: { label: 'Sign in', url: notice.link },
    closing: [`If you do not recognize this, ${helpOf(notice)}`],
  })
}

export function newDevice(notice: Notice): Rendered {
  return write({
    subject: 'New sign-in to your account',
    greeting: greet(notice.firstName),
    paragraphs: [`Somebody signed in to ${place(notice)} from a device we had not seen before.`],
    facts: facts(notice),
    action: actionOf(notice),
    closing: [
      'If this was you, you do not need to do anything.',
      `If it was not you, ${helpOf(notice)}`,
    ],
  })
}

/** Many failed sign-ins. `notice` describes the last attempt. */
export function manyFailures(notice: Notice): Rendered {
  return write({
    subject: 'Many failed attempts to sign in',
    greeting: greet(notice.firstName),
    paragraphs: [
      `Somebody has tried to sign in to ${place(notice)} with a wrong password many times in a row. None of these attempts succeeded. Further attempts now have to wait up to an hour. This was the last one:`,
    ],
    facts: facts(notice),
    action: actionOf(notice),
    closing: [
      'Browsers you have signed in with before do not have to wait.',
      'If your password is long and you use it nowhere else, you do not need to do anything.',
      `If you are not sure, ${helpOf(notice)}`,
    ],
  })
}

/** Changed by a signed-in user who entered the former password. */
export function passwordChanged(notice: Notice): Rendered {
  return write({
    subject: 'Your password was changed',
    greeting: greet(notice.firstName),
    paragraphs: [`${passwordOf(notice)} was changed. Every other session was signed out.`],
    facts: facts(notice),
    action: actionOf(notice),
    closing: [
      'If this was you, you do not need to do anything.',
      `If it was not you, ${helpOf(notice)}`,
    ],
  })
}

export function passwordWasReset(notice: Notice): Rendered {
  return write({
    subject: 'Your password was changed',
    greeting: greet(notice.firstName),
    paragraphs: [`${passwordOf(notice)} was changed. Every session was signed out.`],
    facts: facts(notice),
    action: actionOf(notice),
    closing: [
      'If this was you, you do not need to do anything.',
      `If it was not you, ${helpOf(notice)}`,
    ],
  })
}
