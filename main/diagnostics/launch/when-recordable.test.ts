import { expect, test } from 'vitest'
import type { Endpoint } from '../../transport/endpoint.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { whenRecordable } from './when-recordable.ts'

const { key } = testRow(7)

/** Looks after which the endpoint and then the version of a process are known. */
function listed(endpointAfter: number, versionAfter: number) {
  let looks = 0
  return {
    looks: () => looks,
    refresh: () => Promise.resolve(void looks++),
    endpointOf: () => (looks >= endpointAfter ? ({ key } as unknown as Endpoint) : null),
    rowOf: () => testRow(7, { runtimeVersion: looks >= versionAfter ? '10.0.1' : null }),
  }
}

test('a recording of everything begins as soon as its process is found, the last seconds once its version is known', async () => {
  const [whole, ring] = [listed(1, 3), listed(1, 3)]
  await whenRecordable(whole, key, { kind: 'whole' })
  await whenRecordable(ring, key, { kind: 'ring' })
  expect([whole.looks(), ring.looks()]).toEqual([1, 3])
})

test('a process that never says its version is not waited for forever', async () => {
  const never = listed(0, Number.POSITIVE_INFINITY)
  await whenRecordable(never, key, { kind: 'ring' }, 60)
  expect(never.looks()).toBeGreaterThan(0)
})

test('nothing is looked for that is known already', async () => {
  const known = listed(0, 0)
  await whenRecordable(known, key, { kind: 'ring' })
  expect(known.looks()).toBe(0)
})
