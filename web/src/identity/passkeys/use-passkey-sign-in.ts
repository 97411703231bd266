import type { SignInReply } from '@stowage/contract/identity/sessions'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../app/transport.ts'
import type { Assertion } from './sign-in.ts'
import { isPasskeySupported } from './support.ts'

/** Loads the passkey code, only for those who use one. */
const ceremony = () =>
  import('./sign-in.ts').catch(() => {
    throw new ApiError(0)
  })

/** The page itself comes first. */
const idle = 1_000

/**
 * Signing in with a passkey: `mutate()` asks for one. While `offers`, the browser's autofill list
 * has them as well, in a field whose autocomplete ends in `webauthn`.
 */
export function usePasskeySignIn(onReply: (reply: SignInReply) => void, offers = false) {
  const signIn = useMutation<SignInReply, Error, Assertion | void>({
    mutationFn: async (offered) => {
      const { askForPasskey, signInWith } = await ceremony()
      return signInWith(offered ?? (await askForPasskey()))
    },
    onSuccess: onReply,
  })
  const take = useEffectEvent((chosen: Assertion | undefined) => {
    if (chosen) signIn.mutate(chosen)
  })
  // A browser has one question about passkeys open at a time: the dialog's goes first.
  const isOffering = offers && !signIn.isPending && isPasskeySupported()
  useEffect(() => {
    if (!isOffering) return
    const over = new AbortController()
    const timer = setTimeout(async () => {
      const loaded = await ceremony().catch(() => undefined)
      if (!over.signal.aborted) take(await loaded?.offerPasskeys(over.signal))
    }, idle)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [isOffering])
  return signIn
}
