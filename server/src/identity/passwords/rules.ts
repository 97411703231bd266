import { commonPasswords } from './common-passwords.ts'

/** True for a whole password that everybody tries first, in any case of letters. */
export const isCommon = (password: string): boolean => commonPasswords.has(password.toLowerCase())
