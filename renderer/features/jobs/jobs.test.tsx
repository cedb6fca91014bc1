import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { Job } from '../../../shared/model/job.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { testRow } from '../../testing/rows.ts'
import { noticeJobEnds } from './job-notices.ts'
import { JobCard } from './job-card.tsx'
import { QuitDialog } from './quit-dialog.tsx'

const running: Job = {
  id: 'job-1',
  kind: 'recording',
  title: 'orders.nettrace',
  target: null,
  question: null,
  state: 'running',
  phase: 'collecting-names',
  progress: null,
  bytes: 3 * 1024 * 1024,
  bytesPerSecond: null,
  count: 12_431,
  startedMs: 0,
  phaseStartedMs: 0,
  endedMs: null,
  remainingMs: null,
  actions: ['stop-without-names'],
  result: null,
  error: null,
}

beforeEach(() => {
  resetStore()
})

describe('the card of a job', () => {
  it('says what it does now and offers what can be done', async () => {
    const bridge = installFakeBridge({ 'jobs.act': () => null })
    const { user } = renderUi(<JobCard job={running} onLeave={() => undefined} />)
    expect(screen.getByText(/Collecting symbols · 12 431 methods · 3 MiB/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop now (no symbols)' }))
    expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'stop-without-names' }])
  })

  it('says on which other machine its process is, and when the link to it ended it', () => {
    installFakeBridge()
    const target = { pid: 7, name: 'orders', processKey: 'ssh:mara@web03/7:1' }
    const question = 'Why is it slow?'
    renderUi(<JobCard job={{ ...running, target, question }} onLeave={() => undefined} />)
    expect(screen.getByText(/^On mara@web03 · Why is it slow\? · Collecting symbols/)).toBeTruthy()
    const result = { verdict: 'partial', reasons: ['link-lost'], files: [] } as const
    renderUi(<JobCard job={{ ...running, target, state: 'done', actions: [], result }} onLeave={() => undefined} />)
    expect(screen.getByText('On mara@web03 · Partly saved: the SSH connection to the machine was lost')).toBeTruthy()
    renderUi(<JobCard job={{ ...running, target: { ...target, processKey: '7:1' } }} onLeave={() => undefined} />)
    expect(screen.getByText(/^Collecting symbols/)).toBeTruthy()
  })

  it('goes to the recording it is about, also when its page knows nothing of it any more', async () => {
    installFakeBridge()
    const target = { pid: 7, name: 'orders', processKey: '7:1' }
    const onLeave = vi.fn<() => void>()
    const { user } = renderUi(<JobCard job={{ ...running, target }} onLeave={onLeave} />)
    await user.click(screen.getByRole('button', { name: 'Show' }))
    // The list of jobs would keep the keys that are meant for what was opened.
    expect(onLeave).toHaveBeenCalledOnce()
    const { activeDocumentId, documents, record } = appStore.getState()
    expect(documents.at(-1)).toMatchObject({ kind: 'record', id: activeDocumentId, title: 'Record orders' })
    expect(record[activeDocumentId]?.jobId).toBe('job-1')
  })

  it('goes back to the page of a heap capture that continues in the background', async () => {
    installFakeBridge()
    const target = { pid: 7, name: 'orders', processKey: '7:1' }
    const job: Job = { ...running, kind: 'heap-graph', phase: 'collecting-heap', target }
    const { user } = renderUi(<JobCard job={job} onLeave={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const { activeDocumentId, documents } = appStore.getState()
    expect(documents.at(-1)).toMatchObject({ kind: 'heap-capture', id: activeDocumentId, recordTarget: target })
  })

  it('says why a result is partial and where its file is', async () => {
    const bridge = installFakeBridge({ 'files.reveal': () => null })
    const file = { path: '/home/me/orders.nettrace', sizeBytes: 1, sha256: null, fileId: null }
    const job: Job = {
      ...running,
      state: 'done',
      phase: 'finished',
      actions: [],
      result: { verdict: 'partial', reasons: ['names-missing'], files: [file] },
    }
    const { user } = renderUi(<JobCard job={job} onLeave={() => undefined} />)
    expect(screen.getByText(/Partly saved: symbols were not collected/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show in folder' }))
    expect(bridge.requestsOf('files.reveal')).toEqual([{ path: file.path }])
  })

  it('names the question of a recording, and offers the next one to the same process when it has ended', async () => {
    installFakeBridge()
    const target = { pid: 7, name: 'app-7', processKey: '7:1' }
    const job: Job = {
      ...running,
      target,
      question: 'What is allocating?',
      state: 'done',
      phase: 'finished',
      actions: [],
    }
    appStore.setState({ processRows: [testRow(7)] })
    const { user, rerender } = renderUi(<JobCard job={job} onLeave={() => undefined} />)
    expect(screen.getByText(/^What is allocating\? · /)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Record again' }))
    const { activeDocumentId, record } = appStore.getState()
    expect([activeDocumentId, record[activeDocumentId]?.jobId]).toEqual(['record-7:1', null])
    act(() => appStore.setState({ processRows: [] }))
    rerender(<JobCard job={job} onLeave={() => undefined} />)
    expect(screen.queryByRole('button', { name: 'Record again' })).toBeNull()
  })
})

describe('the end of a job', () => {
  it('raises one notice, unless its result is in front', () => {
    const stop = noticeJobEnds()
    const { receiveJobs, changeRecord, openForProcess } = appStore.getState()
    const result = { verdict: 'complete', reasons: [], files: [] } as const
    receiveJobs({ kind: 'snapshot', jobs: [running] })
    receiveJobs({ kind: 'changed', job: { ...running, state: 'done', phase: 'finished', actions: [], result } })
    expect(appStore.getState().notices.map(({ title, text }) => [title, text])).toEqual([
      ['Recording: orders.nettrace', 'Finished and verified'],
    ])
    const shown = openForProcess('record', { processKey: asProcessKey('1:1'), pid: 1, name: 'orders' })
    changeRecord(shown, { jobId: 'job-2' })
    receiveJobs({ kind: 'changed', job: { ...running, id: 'job-2' } })
    receiveJobs({ kind: 'changed', job: { ...running, id: 'job-2', state: 'failed', result: null } })
    expect(appStore.getState().notices).toHaveLength(1)
    stop()
  })
})

describe('the question on quit', () => {
  it('names what runs; its answer goes to main, Escape cancels', async () => {
    const bridge = installFakeBridge({ 'jobs.answerQuit': () => null })
    appStore.getState().receiveJobs({ kind: 'snapshot', jobs: [running] })
    const { user } = renderUi(<QuitDialog />)
    act(() => {
      appStore.getState().setQuitAsked(true)
    })
    expect(await screen.findByText('One job is still running')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop and save' }))
    act(() => {
      appStore.getState().setQuitAsked(true)
    })
    await user.keyboard('{Escape}')
    expect(bridge.requestsOf('jobs.answerQuit')).toEqual([{ choice: 'stop-and-save' }, { choice: 'stay' }])
  })

  it('stays when discarding was cancelled in the question of main, and closes when it was not', async () => {
    let isAgreed = false
    const bridge = installFakeBridge({
      'jobs.answerQuit': () => {
        if (!isAgreed) throw new DiagnosticsError({ kind: 'cancelled' })
        return null
      },
    })
    appStore.getState().receiveJobs({ kind: 'snapshot', jobs: [running] })
    const { user } = renderUi(<QuitDialog />)
    act(() => {
      appStore.getState().setQuitAsked(true)
    })
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(bridge.requestsOf('jobs.answerQuit')).toEqual([{ choice: 'discard' }])
    expect(appStore.getState()).toMatchObject({ isQuitAsked: true, notices: [] })
    isAgreed = true
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await expect.poll(() => appStore.getState().isQuitAsked).toBe(false)
  })
})
