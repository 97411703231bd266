import { describe, expect, test } from 'vitest'
import { accountClosing, accountKept } from './account-closing.ts'
import { addressInUse } from './address-in-use.ts'
import { confirmNewEmail, emailChanged, emailChangeRequested } from './email-change.ts'
import { earlierSignInMethods, platformsSuspended } from './earlier-owner.ts'
import { ownershipGiven, ownershipReceived } from './ownership.ts'
import { invitation } from './invitation.ts'
import { passkeyAdded, passkeyCopied, passkeyRemoved } from './passkeys.ts'
import {
  authenticatorChanged,
  backupCodeUsed,
  backupCodesRegenerated,
  backupCodesViewed,
  twoFactorDisabled,
  twoFactorEnabled,
  wrongCodes,
} from './factors.ts'
import { resetMemberPassword, resetPassword } from './reset-password.ts'
import {
  manyFailures,
  newDevice,
  passwordChanged,
  passwordWasReset,
  sessionReuse,
} from './security.ts'
import { verifyEmail } from './verify-email.ts'
import { webhookDead } from './webhook-dead.ts'
import { welcomeMember } from './welcome-member.ts'
import { device, greet, moment, named } from './words.ts'
import { yourPlatforms } from './your-platforms.ts'

const link = 'https://stowage.example/page?token=abc&x=1'
const notice = {
  firstName: 'Ada',
  at: new Date('2026-11-21T09:24:00Z'),
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  link,
}

const all = {
  verifyEmail: verifyEmail({ link }),
  addressInUse: addressInUse({ firstName: 'Ada', signInLink: link, resetLink: link }),
  resetPassword: resetPassword({ firstName: 'Ada', link }),
  resetMemberPassword: resetMemberPassword({ firstName: 'Ada', platformName: 'Acme', link }),
  yourPlatforms: yourPlatforms({ platforms: [{ name: 'Acme', link }] }),
  welcomeMember: welcomeMember({ firstName: 'Ada', platformName: 'Acme', link }),
  webhookDead: webhookDead({
    firstName: 'Ada',
    platformName: 'Acme',
    host: 'shop.example',
    failure: 'The connection was refused',
    link,
  }),
  invitation: invitation({ platformName: 'Acme', link }),
  sessionReuse: sessionReuse(notice),
  newDevice: newDevice({ ...notice, platformName: 'Acme' }),
  manyFailures: manyFailures(notice),
  passwordWasReset: passwordWasReset(notice),
  passwordChanged: passwordChanged(notice),
  memberPasswordChanged: passwordChanged({ ...notice, platformName: 'Acme' }),
  confirmNewEmail: confirmNewEmail({ link }),
  emailChangeRequested: emailChangeRequested(notice),
  emailChanged: emailChanged(notice),
  accountClosing: accountClosing({ ...notice, deletesAt: notice.at }),
  accountKept: accountKept(notice),
  passkeyAdded: passkeyAdded({ ...notice, passkeyName: 'Windows Hello' }),
  passkeyRemoved: passkeyRemoved({ ...notice, passkeyName: 'Windows Hello' }),
  passkeyCopied: passkeyCopied({ ...notice, passkeyName: 'Windows Hello' }),
  ownershipGiven: ownershipGiven({ ...notice, platformName: 'Acme', to: 'bob@example.com' }),
  ownershipReceived: ownershipReceived({ ...notice, platformName: 'Acme', from: 'a@example.com' }),
  twoFactorEnabled: twoFactorEnabled(notice),
  twoFactorDisabled: twoFactorDisabled(notice),
  authenticatorChanged: authenticatorChanged(notice),
  backupCodesRegenerated: backupCodesRegenerated(notice),
  backupCodesViewed: backupCodesViewed(notice),
  backupCodeUsed: backupCodeUsed({ ...notice, remaining: 7 }),
  earlierSignInMethods: earlierSignInMethods({
    firstName: 'Ada',
    passkeys: [{ name: 'Windows Hello', addedAt: notice.at }],
    authenticatorAddedAt: notice.at,
    link,
  }),
  platformsSuspended: platformsSuspended({ firstName: 'Ada', names: ['Acme', 'Beta'], link }),
  fewBackupCodes: backupCodeUsed({ ...notice, remaining: 1 }),
  wrongCodes: wrongCodes(notice),
}

describe.each(Object.entries(all))('the mail %s', (_name, { subject, text, html }) => {
  test('has a short subject and the same text in both forms', () => {
    expect(subject.length).toBeLessThan(60)
    const shown = html
      .replace(/<style>.*<\/style>/s, '')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, ' ')
    for (const line of text.split('\n').filter((each) => each && !each.endsWith(':')))
      if (!line.startsWith('http')) expect(shown).toContain(line)
  })

  test('contains its link, plain in the text and escaped in the HTML', () => {
    expect(text.split('\n')).toContain(link)
    expect(html).toContain('href="https://stowage.example/page?token=abc&amp;x=1"')
  })

  test('loads and runs nothing', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form|table)\b|url\(|@import/i)
  })
})

test('escapes user input', () => {
  const { html, text } = welcomeMember({
    firstName: '<b>Ada</b>',
    platformName: '<img src=x onerror=alert(1)>&"\'',
    link: 'https://stowage.example/"><script>',
  })
  expect(html).not.toMatch(/<img|<script|<b>/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;')
  expect(html).toContain('href="https://stowage.example/&quot;&gt;&lt;script&gt;"')
  expect(text).toContain('Hello,')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.test'])(
  'refuses a link that is %s',
  (evil) => {
    expect(() => resetPassword({ firstName: 'Ada', link: evil })).toThrow(TypeError)
  },
)

test('greets by name unless the name is an advertisement', () => {
  expect(greet(' Zoë Anne-Marie ')).toBe('Hello Zoë Anne-Marie,')
  expect(greet('O’Neill')).toBe('Hello O’Neill,')
  expect(greet('Win at www.evil.test')).toBe('Hello,')
  expect(greet('Ada\r\nBcc: eve@evil.test')).toBe('Hello,')
})

test('keeps a platform name without anything a mail program would link', () => {
  expect(named('Acme Inc.')).toBe('“Acme Inc.”')
  expect(named('Visit https://evil.test/now')).toBe('“Visit https evil test now”')
  expect(named('a\u202eb\nc')).toBe('“a b c”')
  expect(named('ü'.repeat(90))).toBe(`“${'ü'.repeat(60)}”`)
})

test('formats times in UTC and devices as text', () => {
  expect(moment(notice.at)).toBe('21 November 2026, 09:24 UTC')
  expect(device(notice.userAgent)).toBe('Firefox on Windows')
  expect(
    device(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iPhone')
  expect(device('curl/8.0 <b>')).toBe('An app we do not recognize')
  expect(device(null)).toBe('An app we do not recognize')
})
