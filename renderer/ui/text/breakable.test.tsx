import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Breakable } from './breakable.tsx'

it.each([
  ['/srv/app/Orders.dll', '/|srv/|app/|Orders|.dll'],
  ['--urls=http://localhost:5000', '--urls=|http:|/|/|localhost:5000'],
  [
    'System.Collections.Generic.Dictionary<int, Order>.Entry[]',
    'System|.Collections|.Generic|.Dictionary<|int, Order>|.Entry[]',
  ],
  ['1,234,567 objects, 61.5 % of 10:44:02. That is it.', '1,234,567 objects, 61.5 % of 10:44:02. That is it.'],
])('lets %s go on in the next line at its joints only', (text, shown) => {
  const { container } = render(<Breakable text={text} />)
  expect(container.innerHTML.replaceAll('<wbr>', '|').replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(shown)
  expect(container.textContent).toBe(text)
})
