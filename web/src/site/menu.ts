/** Opens and closes the menu of small screens; Escape closes it and returns the focus. */
export function toggleMenu() {
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
