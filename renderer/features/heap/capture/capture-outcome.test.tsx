import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Job } from '../../../../shared/model/job.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { CaptureOutcome } from './capture-outcome.tsx'

function partial(reason: string): Job {
  const file = '/data/orders_heap.nettrace'
  return {
    id: 'job-1',
    kind: 'heap-graph',
    title: 'orders_heap.nettrace',
    target: { pid: 7, name: 'orders', processKey: '7:1' },
    question: null,
    state: 'done',
    phase: 'finished',
    progress: null,
    bytes: null,
    bytesPerSecond: null,
    count: null,
    startedMs: 0,
    phaseStartedMs: 0,
    endedMs: 1,
    remainingMs: null,
    actions: [],
    result: {
      verdict: 'partial',
      reasons: [reason, 'heap-partial'],
      files: [{ path: file, sizeBytes: 10, sha256: null, fileId: 'file' }],
      facts: {},
    },
    error: null,
  }
}

beforeEach(() => resetStore())

it.each([
  ['disk-full', /the disk was full.*Free some space or choose another folder, then capture again\.$/],
  ['locked-up', /restart it before you capture again\.$/],
  ['target-ended', /if that is partial too, take a dump: it has every object\.$/],
])('of a graph that is partial (%s) says what helps', (reason, words) => {
  installFakeBridge()
  renderUi(<CaptureOutcome job={partial(reason)} onAnother={() => undefined} />)
  expect(screen.getByRole('status').textContent).toMatch(words)
})
