/** Buttons with `data-opens` open the dialog of that id; the browser closes it and returns focus. */
export function openDialogs() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens]')) {
    button.addEventListener('click', () => {
      const dialog = document.getElementById(button.dataset['opens'] ?? '')
      if (dialog instanceof HTMLDialogElement) dialog.showModal()
    })
  }
}

/** Turns the steps of the demo by its buttons and the arrow keys, without wrapping around. */
export function turnDemo() {
  const demo = document.getElementById('demo')
  if (!demo) return
  const steps = [...demo.querySelectorAll<HTMLElement>('[data-step]')]
  const buttons = [...demo.querySelectorAll<HTMLButtonElement>('[data-turn]')]
  let current = 0

  function turn(by: number) {
    current = Math.min(Math.max(current + by, 0), steps.length - 1)
    steps.forEach((step, index) => (step.hidden = index !== current))
    const position = demo?.querySelector('[data-position]')
    if (position) position.textContent = `${current + 1} of ${steps.length}`
    for (const button of buttons) {
      const isAtEnd = current === (button.dataset['turn'] === '1' ? steps.length - 1 : 0)
      // A disabled button loses the keyboard: hand it to the one that still works.
      if (isAtEnd && button === document.activeElement)
        buttons.find((other) => other !== button)?.focus()
      button.disabled = isAtEnd
    }
  }

  for (const button of buttons)
    button.addEventListener('click', () => turn(Number(button.dataset['turn'])))
  demo.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  })
}

/** A link to the contact block gives its heading the focus, so reading goes on there. */
export function openContact() {
  const focus = () => {
    if (location.hash === '#contact') document.getElementById('contact-heading')?.focus()
  }
  for (const link of document.querySelectorAll('a[href="#contact"]')) {
    // After the browser has moved to the block: moving takes the focus away.
    link.addEventListener('click', () => setTimeout(focus))
  }
  addEventListener('hashchange', focus)
  focus()
}

/** Shows once what another page left for this one, such as why the visitor was sent here. */
export function showNotice() {
  const key = 'stowage.notice'
  const notice = document.getElementById('notice')
  const text = notice?.querySelector('p')
  const dismiss = notice?.querySelector('button')
  const message = sessionStorage.getItem(key)
  if (!message || !text || !dismiss) return
  sessionStorage.removeItem(key)
  text.textContent = message
  dismiss.hidden = false
  dismiss.addEventListener('click', () => {
    text.textContent = ''
    dismiss.hidden = true
  })
}
