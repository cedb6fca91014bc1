import { create } from 'zustand'

/** Which overlay of the shell is open; no other part of the page needs to know. */
export interface Overlays {
  readonly palette: 'closed' | 'all' | 'processes'
  readonly isShortcutSheetOpen: boolean
  readonly isJobsOpen: boolean
  readonly isNoticesOpen: boolean
}

export const useOverlays = create<Overlays>()(() => ({
  palette: 'closed',
  isShortcutSheetOpen: false,
  isJobsOpen: false,
  isNoticesOpen: false,
}))
