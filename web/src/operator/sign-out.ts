import { sessions } from '@stowage/contract/identity/sessions'
import { send } from '../app/api.ts'
import { paths } from '../app/paths.ts'
import { forgetPage } from '../app/remembered.ts'
import { clearOperator, operatorTokens } from '../app/session.ts'

/** Signs out at once; the server is told in passing and its answer changes nothing. */
export function signOut() {
  const { accessToken, refreshToken } = operatorTokens()
  send(
    sessions.logout,
    { body: refreshToken ? { refreshToken } : {} },
    { keepalive: true, headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {} },
  ).catch(() => {})
  forgetPage()
  clearOperator('logout')
  location.assign(paths.disconnected('logout'))
}
