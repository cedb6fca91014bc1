import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// A limit for what never comes, not a measure of speed: machines that run tests are busy with other things.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
})

const methods = Object.getOwnPropertyDescriptors(HTMLElement.prototype)

// Files share their document: nothing that one changed in it may wait for the next.
afterAll(() => {
  Object.defineProperties(HTMLElement.prototype, methods)
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  // A press here, and the pointer has moved on: what tooltips go by (tooltip-guard.ts).
  window.dispatchEvent(new PointerEvent('pointerdown', { screenX: -1, screenY: -1 }))
  window.dispatchEvent(new PointerEvent('pointermove', { screenX: -2, screenY: -2 }))
})
