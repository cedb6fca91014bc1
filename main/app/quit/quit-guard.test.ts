import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import type { Job, JobAction } from '../../../shared/model/job.ts'
import { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'
import type { JobHandle } from '../../diagnostics/jobs/running-job.ts'
import { notifyEndedJobs, type SystemNotice } from '../window/job-notifications.ts'
import { endsWithinMs, pageAnswersWithinMs, pageShowsWithinMs, QuitGuard, symbolsWithinMs } from './quit-guard.ts'

function begin(jobs: JobRegistry, actions: readonly JobAction[]): { job: JobHandle; done: JobAction[] } {
  const done: JobAction[] = []
  const job = jobs.begin({ kind: 'recording', title: 'orders', actions })
  job.onAction((action) => {
    done.push(action)
    setTimeout(() => job.finish({ verdict: 'complete', reasons: [], files: [] }), 5)
    return ok(null)
  })
  return { job, done }
}

function guard({ hasPage = true, isYes = true } = {}) {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const askPage = vi.fn(() => hasPage)
  const askNatively = vi.fn((_running: readonly Job[], _signal: AbortSignal) => Promise.resolve(isYes))
  const endPageQuestion = vi.fn()
  const hide = vi.fn()
  const options = { jobs, askPage, askNatively, endPageQuestion, hide, now: () => Date.now() }
  return { ...options, guard: new QuitGuard(options) }
}

describe('quitting while jobs run', () => {
  it('asks nothing when nothing runs', async () => {
    const { guard: quit, askPage } = guard()
    expect(await quit.mayQuit()).toBe(true)
    expect(askPage).not.toHaveBeenCalled()
  })

  it('stops every job and waits for its end before the app may go', async () => {
    const { guard: quit, jobs } = guard()
    const { job, done } = begin(jobs, ['stop', 'cancel'])
    const may = quit.mayQuit()
    quit.answer('stop-and-save')
    expect(await may).toBe(true)
    expect(done).toEqual(['stop'])
    expect(job.job.state).toBe('done')
  })

  it('discards when that is wanted', async () => {
    const { guard: quit, jobs } = guard()
    const { done } = begin(jobs, ['stop', 'cancel'])
    const may = quit.mayQuit()
    quit.answer('discard')
    expect(await may).toBe(true)
    expect(done).toEqual(['cancel'])
  })

  it('stays when the person stays, and can be asked again', async () => {
    const { guard: quit, jobs, askPage } = guard()
    begin(jobs, ['stop'])
    const first = quit.mayQuit()
    quit.answer('stay')
    expect(await first).toBe(false)
    const second = quit.mayQuit()
    quit.answer('stop-and-save')
    expect(await second).toBe(true)
    expect(askPage).toHaveBeenCalledTimes(2)
  })

  it('quits without an answer when everything has ended before there was one', async () => {
    const { guard: quit, jobs, askPage } = guard()
    const { job } = begin(jobs, ['stop'])
    const may = quit.mayQuit()
    job.finish({ verdict: 'complete', reasons: [], files: [] })
    expect(await may).toBe(true)
    expect(askPage).toHaveBeenCalledOnce()
  })

  it('lets jobs finish with the windows out of sight', async () => {
    const { guard: quit, jobs, hide } = guard()
    const { job, done } = begin(jobs, ['stop'])
    const may = quit.mayQuit()
    quit.answer('finish-first')
    await Promise.resolve()
    job.finish({ verdict: 'complete', reasons: [], files: [] })
    expect(await may).toBe(true)
    expect(done).toEqual([])
    expect(hide).toHaveBeenCalled()
  })

  it('asks in a native dialog when there is no page, and leaves saving to the steps of quitting', async () => {
    const { guard: quit, jobs, askNatively } = guard({ hasPage: false })
    begin(jobs, ['stop'])
    expect(await quit.mayQuit()).toBe(true)
    expect(askNatively.mock.calls[0]?.[0]).toMatchObject([{ title: 'orders' }])
  })
})

describe('a page that cannot be relied on', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is passed over when it does not show the question in time', async () => {
    const { guard: quit, jobs, askNatively, endPageQuestion } = guard({ isYes: false })
    begin(jobs, ['stop'])
    const may = quit.mayQuit()
    await vi.advanceTimersByTimeAsync(pageShowsWithinMs - 1)
    expect(askNatively).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(askNatively).toHaveBeenCalledOnce()
    expect(endPageQuestion).toHaveBeenCalled()
    expect(await may).toBe(false)
  })

  it('is passed over when it shows the question and never answers', async () => {
    const { guard: quit, jobs, askNatively } = guard()
    begin(jobs, ['stop'])
    const may = quit.mayQuit()
    quit.shown()
    await vi.advanceTimersByTimeAsync(pageAnswersWithinMs - 1)
    quit.shown()
    expect(askNatively).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await may).toBe(true)
  })

  it('is passed over as soon as the person tries again while its question is open', async () => {
    const { guard: quit, jobs, askNatively } = guard()
    begin(jobs, ['stop'])
    const may = quit.mayQuit()
    quit.shown()
    expect(await quit.mayQuit()).toBe(false)
    expect(await may).toBe(true)
    expect(askNatively).toHaveBeenCalledOnce()
  })

  it('may say twice in a minute that the app stays, then main asks', async () => {
    const { guard: quit, jobs, askPage, askNatively } = guard()
    begin(jobs, ['stop'])
    for (let time = 0; time < 2; time += 1) {
      const may = quit.mayQuit()
      quit.answer('stay')
      expect(await may).toBe(false)
    }
    expect(await quit.mayQuit()).toBe(true)
    expect([askPage.mock.calls.length, askNatively.mock.calls.length]).toEqual([2, 1])
  })

  it('can’t answer while main asks', async () => {
    const { guard: quit, jobs } = guard({ hasPage: false, isYes: false })
    const { done } = begin(jobs, ['stop', 'cancel'])
    const may = quit.mayQuit()
    await vi.advanceTimersByTimeAsync(0)
    quit.answer('discard')
    expect(await may).toBe(false)
    expect(done).toEqual([])
  })
})

describe('saving without a person', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('gives up symbols after five seconds, and marks what still runs then as partial', async () => {
    const { guard: quit, jobs } = guard()
    const done: JobAction[] = []
    const slow = jobs.begin({ kind: 'recording', title: 'slow', actions: ['stop', 'stop-without-names'] })
    slow.onAction((action) => {
      done.push(action)
      return ok(null)
    })
    const saving = quit.saveAll()
    await vi.advanceTimersByTimeAsync(symbolsWithinMs - 1)
    expect(done).toEqual(['stop'])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['stop', 'stop-without-names'])
    await vi.advanceTimersByTimeAsync(endsWithinMs)
    await saving
    expect(slow.job).toMatchObject({ state: 'interrupted', result: { verdict: 'partial' } })
  })

  it('does not wait for an action that hangs', async () => {
    const { guard: quit, jobs } = guard()
    const hung = jobs.begin({ kind: 'recording', title: 'hung', actions: ['stop'] })
    hung.onAction(() => new Promise(() => undefined))
    const { done } = begin(jobs, ['stop'])
    const saving = quit.saveAll()
    await vi.advanceTimersByTimeAsync(symbolsWithinMs + endsWithinMs)
    await saving
    expect(done).toEqual(['stop'])
    expect(hung.job.state).toBe('interrupted')
  })
})

function notified(isFocused: boolean) {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const shown: SystemNotice[] = []
  notifyEndedJobs(
    jobs,
    () => isFocused,
    (notice) => shown.push(notice),
  )
  return { jobs, shown }
}

const shownWhen = (isFocused: boolean) => {
  const { jobs, shown } = notified(isFocused)
  const job = jobs.begin({ kind: 'recording', title: 'orders' })
  job.update({ phase: 'recording' })
  job.finish({ verdict: 'partial', reasons: ['names-missing'], files: [] })
  return shown
}

describe('notifications of the system', () => {
  it('come once for a job that ends while nobody looks', () => {
    expect(shownWhen(false)).toEqual([{ title: 'Recording partly saved', body: 'orders' }])
  })

  it('do not come for each try of a rule to keep a flight recorder, which says once what is wrong', () => {
    const { jobs, shown } = notified(false)
    const error = { kind: 'io', operation: 'write', path: '/srv', code: 'ENOSPC' } as const
    jobs.begin({ kind: 'ring', title: 'orders', startedBy: 'rule' }).fail(error)
    expect(shown).toEqual([])
    jobs.begin({ kind: 'ring', title: 'orders' }).fail(error)
    expect(shown).toEqual([{ title: 'Flight recorder failed', body: 'orders' }])
  })

  it('do not come while a window has the focus', () => {
    expect(shownWhen(true)).toEqual([])
  })
})
