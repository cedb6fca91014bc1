import { expect, test } from 'vitest'
import { keepRoomFor, writeText } from './write-text.ts'

test('a text that changes is written into the same text node', () => {
  const element = document.createElement('span')
  writeText(element, '12')
  const node = element.firstChild
  writeText(element, '13')
  expect(element.textContent).toBe('13')
  expect(element.firstChild).toBe(node)
})

test('a text that stays is not written again', async () => {
  const element = document.createElement('span')
  element.textContent = 'same'
  let changes = 0
  const observer = new MutationObserver((records) => (changes += records.length))
  observer.observe(element, { characterData: true, childList: true, subtree: true })
  writeText(element, 'same')
  await Promise.resolve()
  expect(changes).toBe(0)
  observer.disconnect()
})

test('whatever an element held before, it holds the text afterwards', () => {
  const element = document.createElement('span')
  element.append('a', document.createElement('b'), 'c')
  writeText(element, 'text')
  expect(element.childNodes).toHaveLength(1)
  writeText(element, '')
  expect(element.textContent).toBe('')
  writeText(element, 'again')
  expect(element.textContent).toBe('again')
  expect(() => writeText(null, 'nobody is there')).not.toThrow()
})

test('an element keeps the room of its longest text', () => {
  const element = document.createElement('span')
  for (const text of ['9.9', '10.25', '7']) keepRoomFor(element, text.length)
  expect(element.style.getPropertyValue('--value-length')).toBe('5')
})
