import type { StateCreator } from 'zustand'
import type { Job as MainJob, JobMessage } from '../../shared/model/job.ts'
import type { AppState } from './create-store.ts'

/**
 * A long action of the page itself: an export, a file being opened. It outlives the tab that began it. What main does for long
 * (recordings, dumps) are `mainJobs`.
 */
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
  /** Newest first; main's list as it is. */
  readonly mainJobs: readonly MainJob[]
  readonly receiveJobs: (message: JobMessage) => void
  /** The person wants to quit while jobs run and is asked what becomes of them. */
  readonly isQuitAsked: boolean
  readonly setQuitAsked: (isAsked: boolean) => void
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

  mainJobs: [],
  receiveJobs(message) {
    set((state) => ({ mainJobs: applyMessage(state.mainJobs, message) }))
  },

  isQuitAsked: false,
  setQuitAsked(isQuitAsked) {
    set({ isQuitAsked })
  },
})

function applyMessage(jobs: readonly MainJob[], message: JobMessage): readonly MainJob[] {
  switch (message.kind) {
    case 'snapshot':
      return message.jobs
    case 'removed':
      return jobs.filter((job) => job.id !== message.id)
    case 'changed':
      return jobs.some((job) => job.id === message.job.id)
        ? jobs.map((job) => (job.id === message.job.id ? message.job : job))
        : [message.job, ...jobs]
  }
}

/** Running ones are never dropped. */
function keepLimit(jobs: readonly Job[]): readonly Job[] {
  let finished = 0
  return jobs.filter((job) => job.state === 'running' || ++finished <= finishedLimit)
}

export const selectRunningJobCount = (state: AppState): number =>
  state.jobs.filter((job) => job.state === 'running').length +
  state.mainJobs.filter((job) => job.state === 'running').length

/** Mean of those that run and know their end, 0 to 1; null: none does. */
export const selectRunningProgress = (state: AppState): number | null => {
  const known = [...state.jobs, ...state.mainJobs].flatMap(({ state: is, progress }) =>
    is === 'running' && progress !== null ? [progress] : [],
  )
  return known.length === 0 ? null : known.reduce((sum, progress) => sum + progress, 0) / known.length
}

export const selectMainJob =
  (id: string | null) =>
  (state: AppState): MainJob | null =>
    state.mainJobs.find((job) => job.id === id) ?? null
