import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { endWithTests, request, scriptRuntime } from '../testing/scripted-sessions.ts'
import { openSession } from '../session.ts'
import { captureHeap } from './capture-heap.ts'

endWithTests()

it('says that the runtime locked up when it did so before the heap was walked', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const runtime = await scriptRuntime({ onStop: () => undefined })
  let hasReleased = false
  const captured = await captureHeap(
    {
      alone: () =>
        Promise.resolve(
          ok({
            open: (endpoint, _request, hooks, options) =>
              openSession(endpoint, request, hooks, { ...options, stopSilenceMs: 200 }),
            release: () => (hasReleased = true),
          }),
        ),
    },
    {
      endpoint: runtime.endpoint,
      runtimeVersion: '3.1.3',
      path: path.join(folder, 'heap.nettrace'),
      recorderPath: path.join(folder, 'no-recorder'),
    },
  )
  expect(captured).toEqual({ ok: false, error: { kind: 'locked-up', silentMs: 200 } })
  expect(hasReleased).toBe(true)
})
