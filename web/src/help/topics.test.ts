import { expect, test } from 'vitest'
import { paths } from '../app/paths.ts'
import { workspacePaths } from '../workspace/paths.ts'
import { news, topicAt } from './topics.ts'
import { glossary } from './words.ts'

const to = workspacePaths('acme')

test.each([
  [paths.dashboard, 'Dashboard'],
  [paths.platforms, 'Platforms'],
  [paths.platform('a'), 'Platforms'],
  [paths.users, 'Users'],
  [paths.analytics, 'Analytics'],
  [paths.notifications, 'Notifications'],
  [paths.billing, 'Billing'],
  [paths.settings, 'Settings'],
  [paths.workspace('acme'), 'Home'],
  [paths.workspaceTeam('acme'), 'Team'],
  [paths.workspaceNotifications('acme'), 'Notifications'],
  [paths.workspaceSettings('acme'), 'Workspace settings'],
  [workspacePaths('acme').products, 'Products'],
  [workspacePaths('acme').newProduct, 'Products'],
  [workspacePaths('acme').product('MUG'), 'Product'],
  [workspacePaths('acme').locations(), 'Locations'],
  [to.stock(), 'Stock'],
  [to.ledger(), 'Stock history'],
  [to.move(), 'Move stock'],
  [to.adjustments(), 'Adjust stock'],
  [to.asOf, 'Stock as of a date'],
  [to.newReceipt, 'Receipts'],
  [to.help, 'Help'],
  [to.floor, 'Floor mode'],
])('the help of %s is about %s', (path, title) => expect(topicAt(path)?.title).toBe(title))

test('pages without help have none', () => expect(topicAt(paths.login)).toBeUndefined())

test('the words stand in the order of the alphabet, the news latest first', () => {
  const words = glossary.map(({ word }) => word)
  expect(words).toEqual(words.toSorted())
  const days = news.map(({ on }) => on)
  expect(days).toEqual(days.toSorted().reverse())
})
