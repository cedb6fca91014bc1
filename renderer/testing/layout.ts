/** The test page has no layout: virtual rows need a height to fill. Every element is 800 x 600 afterwards. */
export function giveLayout(): void {
  for (const [name, value] of Object.entries({ clientHeight: 600, clientWidth: 800 })) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
  }
}
