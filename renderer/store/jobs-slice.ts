import type { StateCreator } from 'zustand'
import type { AppState } from './create-store.ts'

/** A long action as the jobs list shows it: an export, a file being opened. It outlives the tab that began it. */
export interface Job {
  readonly id: string
  readonly title: string
  /** What it does now, in words: never a bare spinner. */
  readonly phase: string
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  /** 0 to 1, null when it cannot be known. */
  readonly progress: number | null
  readonly startedMs: number
  readonly cancel: (() => void) | null
  readonly result: { readonly label: string; readonly run: () => void } | null
}

export interface JobsSlice {
  /** Newest first. */
  readonly jobs: readonly Job[]
  readonly startJob: (job: Pick<Job, 'title' | 'phase'> & Partial<Pick<Job, 'progress' | 'cancel'>>) => string
  readonly updateJob: (id: string, change: Partial<Omit<Job, 'id' | 'startedMs'>>) => void
  readonly dismissJob: (id: string) => void
}

const finishedLimit = 20
let nextNumber = 1

export const createJobsSlice: StateCreator<AppState, [], [], JobsSlice> = (set) => ({
  jobs: [],

  startJob({ title, phase, progress, cancel }) {
    const id = `job-${String(nextNumber++)}`
    const job: Job = {
      id,
      title,
      phase,
      state: 'running',
      progress: progress ?? null,
      startedMs: Date.now(),
      cancel: cancel ?? null,
      result: null,
    }
    set((state) => ({ jobs: keepLimit([job, ...state.jobs]) }))
    return id
  },

  updateJob(id, change) {
    set((state) => ({ jobs: keepLimit(state.jobs.map((job) => (job.id === id ? { ...job, ...change } : job))) }))
  },

  dismissJob(id) {
    set((state) => ({ jobs: state.jobs.filter((job) => job.id !== id || job.state === 'running') }))
  },
})

/** Running ones are never dropped. */
function keepLimit(jobs: readonly Job[]): readonly Job[] {
  let finished = 0
  return jobs.filter((job) => job.state === 'running' || ++finished <= finishedLimit)
}

export const selectRunningJobCount = (state: AppState): number =>
  state.jobs.filter((job) => job.state === 'running').length
