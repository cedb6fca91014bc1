import type { StateCreator } from 'zustand'
import type { AppError } from '../../shared/base/errors.ts'
import type { AppState } from './create-store.ts'

export type NoticeTone = 'ok' | 'note' | 'warn' | 'bad'

export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

export interface Notice {
  readonly id: number
  readonly timeMs: number
  readonly tone: NoticeTone
  readonly title: string
  readonly text: string | null
  /** Worded by the one table when shown; `text` wins over its sentence. */
  readonly error: AppError | null
  readonly action: NoticeAction | null
  /** What a person may want to do after that. */
  readonly nextAction: NoticeAction | null
  /** As a toast on screen; afterwards it is only in the centre. */
  readonly isToast: boolean
  readonly isRead: boolean
}

export interface NewNotice {
  readonly tone: NoticeTone
  readonly title: string
  readonly text?: string
  readonly error?: AppError
  readonly action?: NoticeAction
  readonly nextAction?: NoticeAction
}

export interface NoticesSlice {
  /** Newest first, at most 100. */
  readonly notices: readonly Notice[]
  readonly addNotice: (notice: NewNotice) => number
  /** The toast goes, the entry in the centre stays. */
  readonly retireToast: (id: number) => void
  readonly removeNotice: (id: number) => void
  readonly readNotices: () => void
  readonly clearNotices: () => void
}

const noticeLimit = 100
let nextId = 1

export const createNoticesSlice: StateCreator<AppState, [], [], NoticesSlice> = (set) => ({
  notices: [],

  addNotice({ tone, title, text, error, action, nextAction }) {
    const notice: Notice = {
      id: nextId++,
      timeMs: Date.now(),
      tone,
      title,
      text: text ?? null,
      error: error ?? null,
      action: action ?? null,
      nextAction: nextAction ?? null,
      isToast: true,
      isRead: false,
    }
    // Said again, it stands on screen once; the centre lists each.
    const before = (notices: readonly Notice[]) =>
      notices.map((other) => (other.isToast && saysTheSame(other, notice) ? { ...other, isToast: false } : other))
    set((state) => ({ notices: [notice, ...before(state.notices)].slice(0, noticeLimit) }))
    return notice.id
  },

  retireToast(id) {
    set((state) => ({
      notices: state.notices.map((notice) => (notice.id === id ? { ...notice, isToast: false } : notice)),
    }))
  },

  removeNotice(id) {
    set((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }))
  },

  readNotices() {
    set((state) =>
      state.notices.every((notice) => notice.isRead)
        ? {}
        : { notices: state.notices.map((notice) => (notice.isRead ? notice : { ...notice, isRead: true })) },
    )
  },

  clearNotices() {
    set({ notices: [] })
  },
})

export const selectUnreadCount = (state: AppState): number => state.notices.filter((notice) => !notice.isRead).length

function saysTheSame(one: Notice, other: Notice): boolean {
  const words = ({ tone, title, text, error }: Notice) => JSON.stringify([tone, title, text, error])
  return words(one) === words(other)
}
