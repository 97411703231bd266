import { openContact, openDialogs, showNotice, turnDemo } from './overlays.ts'
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

/** Opens and closes the menu of small screens; Escape closes it and returns the focus. */
function toggleMenu() {
  const button = document.getElementById('menu-button')
  if (!button) return
  const isOpen = () => button.ariaExpanded === 'true'
  button.addEventListener('click', () => {
    button.ariaExpanded = String(!isOpen())
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return
    button.ariaExpanded = 'false'
    button.focus()
  })
}
