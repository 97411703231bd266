import {
  sessions,
  type SecondFactorDemand,
  type SignedIn,
  type SignInReply,
} from '@stowage/contract/identity/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { me } from '../../app/me.ts'
import { paths } from '../../app/paths.ts'
import { takeRememberedPage } from '../../app/remembered.ts'
import { deviceHeader, storeDeviceToken, storeOperator } from '../../app/session.ts'
import { usePasskeySignIn } from '../passkeys/use-passkey-sign-in.ts'
import { sayCodesLeft } from './codes-left.ts'

/** The steps of an operator's sign-in. `demand` is there while the second factor is asked for. */
export function useSignIn() {
  const arrive = useArrival()
  const login = useAction(sessions.login, { headers: deviceHeader })
  /** Known to this page alone: a reload begins with the password again. */
  const [demand, setDemand] = useState<SecondFactorDemand>()
  const follow = (reply: SignInReply) => {
    if ('requiresTwoFactor' in reply) setDemand(reply)
    else arrive(reply)
  }
  const passkey = usePasskeySignIn(
    (reply) => follow('requiresTwoFactor' in reply ? withoutPasskey(reply) : reply),
    demand === undefined,
  )

  return {
    demand,
    saving: login.isPending || passkey.isPending,
    isAskingPasskey: passkey.isPending,
    error: passkey.error ?? login.error,
    sendPassword(body: { email: string; password: string }, then: { onSettled: () => void }) {
      passkey.reset()
      login.mutate({ body }, { onSuccess: follow, ...then })
    },
    sendCode(twoFactorToken: string) {
      passkey.reset()
      login.mutate(
        { body: { tempToken: demand?.tempToken ?? '', twoFactorToken } },
        {
          onSuccess: follow,
          // Its message is shown where one begins again.
          onError: ({ code }) => {
            if (code === 'login_challenge_expired') setDemand(undefined)
          },
        },
      )
    },
    askForPasskey() {
      login.reset()
      passkey.mutate()
    },
    restart() {
      login.reset()
      passkey.reset()
      setDemand(undefined)
    },
  }
}

/** A passkey that led here does not lead further the second time. */
const withoutPasskey = (demand: SecondFactorDemand): SecondFactorDemand => ({
  ...demand,
  methods: demand.methods.filter((method) => method !== 'passkey'),
})

/** Keeps the new session and opens the page that was left, or the dashboard. */
function useArrival() {
  const router = useRouter()
  const queries = useQueryClient()
  return (reply: SignedIn) => {
    // What another account has loaded in this tab is not this one's.
    queries.removeQueries()
    queries.setQueryData(me.queryKey, { user: reply.user })
    storeOperator(reply)
    storeDeviceToken(reply.deviceToken)
    void sayCodesLeft(reply.backupCodesRemaining)
    void router.navigate({ href: takeRememberedPage(reply.user.id) ?? paths.dashboard })
  }
}
