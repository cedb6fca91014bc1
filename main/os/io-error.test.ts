import { expect, test } from 'vitest'
import { ioError } from './io-error.ts'

test('what the file system says is an error for a person, with its code', () => {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(ioError(cause, 'write', '/srv/app/a.nettrace')).toEqual({
    kind: 'io',
    operation: 'write',
    path: '/srv/app/a.nettrace',
    code: 'ENOSPC',
  })
})

test('a mistake of ours is none of the file system’s', () => {
  const mistake = new TypeError('x is undefined')
  expect(() => ioError(mistake, 'read', '/srv/app/a.nettrace')).toThrow(mistake)
})
