/**
 * Text of an element that shows nothing but text, written outside React many times a second: only when it differs, and into the text
 * node that is there. A new node for each text would leave the old one, with its layout, to the page's collector.
 */
export function writeText(element: Element | null | undefined, text: string): void {
  if (element === null || element === undefined) return
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild === element.lastChild) {
    if (firstChild.data !== text) firstChild.data = text
  } else if (element.textContent !== text) element.textContent = text
}
