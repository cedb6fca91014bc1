import { act, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { Job } from '../../../shared/model/job.ts'
import { appStore } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { RecordingView } from './recording-view.tsx'

const running = {
  id: 'job-1',
  kind: 'recording',
  title: 'orders.nettrace',
  target: null,
  state: 'running',
  phase: 'recording',
  progress: 0.1,
  bytes: 1,
  actions: ['stop'],
  result: null,
  error: null,
} as unknown as Job

const shown = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')

const receive = (change: Partial<Job>) =>
  act(() => appStore.getState().receiveJobs({ kind: 'changed', job: { ...running, ...change } }))

it('behind another document is drawn anew with the next phase, not with each figure', () => {
  resetStore()
  installFakeBridge()
  const target = { processKey: asProcessKey('7:1'), pid: 7, name: 'orders' } as unknown as RecordTarget
  appStore.setState({ activeDocumentId: 'record-1' })
  receive({})
  let drawn = 0
  renderUi(
    <Profiler id="view" onRender={() => (drawn += 1)}>
      <RecordingView documentId="record-1" target={target} jobId="job-1" />
    </Profiler>,
  )
  receive({ progress: 0.2 })
  expect(shown()).toBe('20')

  act(() => appStore.setState({ activeDocumentId: 'trace-1' }))
  drawn = 0
  receive({ progress: 0.3 })
  receive({ progress: 0.4, bytes: 99 })
  expect(drawn).toBe(0)
  receive({ phase: 'collecting-names', progress: null })
  expect(screen.getByRole('heading', { name: /^Collecting symbols/ })).toBeTruthy()

  receive({ phase: 'collecting-names', progress: 0.7 })
  act(() => appStore.setState({ activeDocumentId: 'record-1' }))
  expect(shown()).toBe('70')
})
