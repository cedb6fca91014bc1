import { expect, test } from 'vitest'
import { inheritedDescriptors } from './inherited-descriptors.ts'

test('a descriptor that the parent has under the same number and identity was inherited', () => {
  const parent = new Map([
    [0, 'socket:[1]'],
    [3, 'socket:[30]'],
    [4, 'pipe:[40]'],
    [5, '/dev/shm/.org.chromium (deleted)'],
    [6, 'socket:[60]'],
    [7, '/opt/app/icudtl.dat'],
    [8, 'anon_inode:[eventpoll]'],
  ])
  const own = new Map([
    [0, 'socket:[1]'],
    [3, 'socket:[30]'],
    [4, 'pipe:[40]'],
    [5, '/dev/shm/.org.chromium (deleted)'],
    [6, 'socket:[61]'],
    [7, '/opt/app/icudtl.dat'],
    [8, 'anon_inode:[eventpoll]'],
  ])
  expect(inheritedDescriptors(own, parent)).toEqual([3, 4, 5])
})
