import type { Preferences } from '@stowage/contract/identity/profile'
import { useSavePreferences } from '../../app/preferences.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Saved } from './Saved.tsx'
import { WithPreferences } from './WithPreferences.tsx'

type Key = keyof Preferences['notifications']

const channels: readonly { key: Key; label: string; hint: string; missing?: string }[] = [
  { key: 'email', label: 'Email', hint: 'What happens on your platforms, by email.' },
  {
    key: 'push',
    label: 'Push',
    hint: 'The same on your devices.',
    missing: 'no push sender is configured',
  },
  {
    key: 'sms',
    label: 'SMS',
    hint: 'The same as a text message to your phone.',
    missing: 'no SMS sender is configured',
  },
  { key: 'marketing', label: 'Marketing', hint: 'News about the product, by email.' },
]

export function NotificationsPanel() {
  return (
    <>
      <h2>What we write to you about</h2>
      <WithPreferences>
        {({ notifications }) => (
          <div className="grid gap-5">
            {channels.map((channel) => (
              <Channel key={channel.key} channel={channel} saved={notifications[channel.key]} />
            ))}
          </div>
        )}
      </WithPreferences>
      <Notice kind="info">
        <p>
          Mails about the safety of your account are always sent: confirming your address, setting a
          new password, a sign-in from a new device. There are no other mails yet; your choices are
          kept for when there are.
        </p>
      </Notice>
    </>
  )
}

type Props = { channel: (typeof channels)[number]; saved: boolean }

function Channel({ channel: { key, label, hint, missing }, saved }: Props) {
  const save = useSavePreferences()
  const on = save.isPending ? (save.variables.body?.notifications?.[key] ?? saved) : saved
  return (
    <div className="grid gap-2">
      <Switch
        label={label}
        hint={hint}
        on={on}
        onChange={(next) => save.mutate({ body: { notifications: { [key]: next } } })}
        aside={
          <Saved save={save} {...(on && missing && { rest: `Not delivered yet: ${missing}.` })} />
        }
      />
      {save.error && <ErrorBox error={save.error} fallback="Failed to save" />}
    </div>
  )
}
