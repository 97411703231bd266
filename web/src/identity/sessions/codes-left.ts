const few = 3

/** After signing in with a backup code: says when it is time for new ones. */
export async function sayCodesLeft(remaining: number | undefined) {
  if (remaining === undefined || remaining > few) return
  const { toast } = await import('../../ui/toast.ts')
  toast(`${leftText(remaining)} Get new ones in the security settings of your account.`)
}

function leftText(remaining: number): string {
  if (remaining === 0) return 'That was your last backup code.'
  if (remaining === 1) return 'You have one backup code left.'
  return `You have ${remaining} backup codes left.`
}
