import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import type { JobAction } from '../../shared/model/job.ts'
import { JobBook } from '../diagnostics/jobs/job-book.ts'
import type { JobHandle } from '../diagnostics/jobs/running-job.ts'
import { notifyEndedJobs, type SystemNotice } from './job-notifications.ts'
import { QuitGuard } from './quit-guard.ts'

function begin(jobs: JobBook, actions: readonly JobAction[]): { job: JobHandle; done: JobAction[] } {
  const done: JobAction[] = []
  const job = jobs.begin({ kind: 'recording', title: 'orders', actions })
  job.onAction((action) => {
    done.push(action)
    setTimeout(() => job.finish({ verdict: 'complete', reasons: [], files: [] }), 5)
    return ok(null)
  })
  return { job, done }
}

function guard(canAsk = true) {
  const jobs = new JobBook({ journal: null, now: () => 0 })
  const ask = vi.fn(() => canAsk)
  const hide = vi.fn()
  return { jobs, ask, hide, guard: new QuitGuard({ jobs, ask, hide }) }
}

describe('quitting while jobs run', () => {
  it('asks nothing when nothing runs', async () => {
    const { guard: quit, ask } = guard()
    expect(await quit.mayQuit()).toBe(true)
    expect(ask).not.toHaveBeenCalled()
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
    const { guard: quit, jobs, ask } = guard()
    begin(jobs, ['stop'])
    const first = quit.mayQuit()
    quit.answer('stay')
    expect(await first).toBe(false)
    const second = quit.mayQuit()
    quit.answer('stop-and-save')
    expect(await second).toBe(true)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('goes without an answer when all has ended before there was one', async () => {
    const { guard: quit, jobs, ask } = guard()
    const { job } = begin(jobs, ['stop'])
    const may = quit.mayQuit()
    job.finish({ verdict: 'complete', reasons: [], files: [] })
    expect(await may).toBe(true)
    expect(ask).toHaveBeenCalledOnce()
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

  it('saves what runs when there is no window that could ask', async () => {
    const { guard: quit, jobs } = guard(false)
    const { done } = begin(jobs, ['stop'])
    expect(await quit.mayQuit()).toBe(true)
    expect(done).toEqual(['stop'])
  })
})

const shownWhen = (isFocused: boolean) => {
  const jobs = new JobBook({ journal: null, now: () => 0 })
  const shown: SystemNotice[] = []
  notifyEndedJobs(
    jobs,
    () => isFocused,
    (notice) => shown.push(notice),
  )
  const job = jobs.begin({ kind: 'recording', title: 'orders' })
  job.update({ phase: 'recording' })
  job.finish({ verdict: 'partial', reasons: ['names-missing'], files: [] })
  return shown
}

describe('notifications of the system', () => {
  it('come once for a job that ends while nobody looks', () => {
    expect(shownWhen(false)).toEqual([{ title: 'Recording saved as partial', body: 'orders' }])
  })

  it('do not come while a window has the focus', () => {
    expect(shownWhen(true)).toEqual([])
  })
})
