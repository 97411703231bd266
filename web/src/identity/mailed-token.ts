const keyOf = (path: string) => `stowage.token.${path}`

/** Keeps the secret of a mailed link for this tab until it is used, so a reload may happen. */
export const keepMailedToken = (path: string, token: string) =>
  sessionStorage.setItem(keyOf(path), token)

export const mailedToken = (path: string) => sessionStorage.getItem(keyOf(path)) ?? undefined

export const forgetMailedToken = (path: string) => sessionStorage.removeItem(keyOf(path))

/** The page of a link has another address now. */
export function moveMailedToken(from: string, to: string) {
  const token = mailedToken(from)
  if (token === undefined) return
  forgetMailedToken(from)
  keepMailedToken(to, token)
}
