import { openContact, openDialogs, showNotice, turnDemo } from './overlays.ts'
import { toggleMenu } from './menu.ts'
import { signOutOnClick, watchExpiry } from './signed-in.ts'

/*
 * The only script of the public pages, a few kilobytes without any library: visitors who come to
 * read should not pay for the application. `head.js` has run before it.
 */
toggleMenu()
openDialogs()
turnDemo()
openContact()
signOutOnClick()

// Last, because these fail where the browser refuses storage, and the rest must still work.
watchExpiry()
showNotice()
