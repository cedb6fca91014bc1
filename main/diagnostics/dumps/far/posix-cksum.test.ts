import { expect, it } from 'vitest'
import { PosixCksum } from './posix-cksum.ts'

it('the checksum is the one that cksum prints, however the bytes are cut', () => {
  const sum = new PosixCksum()
  sum.update(Buffer.from('12345'))
  sum.update(Buffer.from('6789'))
  // printf 123456789 | cksum
  expect(sum.digest()).toBe('930766865')
  expect(new PosixCksum().digest()).toBe('4294967295')
})
