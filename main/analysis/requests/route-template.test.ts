import { expect, test } from 'vitest'
import { routeTemplate, templateOfValues } from './route-template.ts'

test.each([
  ['/orders/4711', '/orders/{id}'],
  ['/orders/4711/lines/2?full=1', '/orders/{id}/lines/{id}'],
  ['/files/3f2504e0-4f89-11d3-9a0c-0305e82c3301', '/files/{id}'],
  ['/v2/catalog', '/v2/catalog'],
])('IDs in %s are replaced', (path, template) => expect(routeTemplate(path)).toBe(template))

test.each([
  ['/orders/7', '[id, 7]', '/orders/{id}'],
  ['/users/ann%20lee/orders/7?x=1', '[name, ann lee],[id, 7]', '/users/{name}/orders/{id}'],
  ['/Orders/Show/7', '[controller, Orders],[action, Show],[id, 7]', '/Orders/Show/{id}'],
  ['/orders/7', '', null],
  ['/%E0%A4%A', '[name, x]', '/%E0%A4%A'],
])('route values of %s are named in it: %s', (path, values, template) =>
  expect(templateOfValues(path, values)).toBe(template),
)

test('of very long lists of route values the first 32 are looked at', () => {
  const values = Array.from({ length: 40 }, (_, index) => `[v${String(index)}, x${String(index)}]`).join()
  expect(templateOfValues('/x31/x32', values)).toBe('/{v31}/x32')
})
