import type { ApplicationLive, Board } from '../../../../shared/model/settings.ts'
import { appStore } from '../../../store/create-store.ts'
import { putBoard } from './board.ts'
import { liveSettingsOf, saveLiveSettings } from './board-settings.ts'
import { liveLabels } from '../live-labels.ts'

/** What was remembered before a change; null = nothing, the default board. */
type Before = ApplicationLive | null

/** As many as a person may want back; the boards of an application are small. */
const historyLimit = 50

/**
 * Changes of the boards of one application, taken back one after the other and made again. The pace of the values is not part of it:
 * it is asked of the process, and a board that comes back must not change what is measured.
 */
class BoardHistory {
  readonly #undone: Before[] = []
  readonly #done: Before[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  changed(before: Before, after: ApplicationLive): void {
    if (isSameButPace(before, after)) return
    this.#done.push(before)
    if (this.#done.length > historyLimit) this.#done.shift()
    this.#undone.length = 0
  }

  /** What to go back to; undefined = there is nothing. */
  undo(now: Before): Before | undefined {
    return step(this.#done, this.#undone, now)
  }

  redo(now: Before): Before | undefined {
    return step(this.#undone, this.#done, now)
  }
}

function step(from: Before[], to: Before[], now: Before): Before | undefined {
  const target = from.pop()
  if (target === undefined) return undefined
  to.push(now)
  return target === null ? null : withPaceOf(now, target)
}

/** Boards as they were, at the pace they have now; providers added by name are main's to remember. */
function withPaceOf(now: Before, then: ApplicationLive): ApplicationLive {
  const paceOf = (board: Board) => now?.boards.find(({ name }) => name === board.name)?.intervalMs ?? board.intervalMs
  return {
    ...then,
    boards: then.boards.map((board) => ({ ...board, intervalMs: paceOf(board) })),
    extraProviders: now?.extraProviders ?? then.extraProviders,
  }
}

function isSameButPace(before: Before, after: ApplicationLive): boolean {
  return before !== null && withoutPace(before) === withoutPace(after)
}

function withoutPace({ activeBoard, boards }: ApplicationLive): string {
  return JSON.stringify([activeBoard, boards.map((board) => ({ ...board, intervalMs: 0 }))])
}

const histories = new Map<string, BoardHistory>()

export function boardHistoryOf(application: string): Pick<BoardHistory, 'canUndo' | 'canRedo'> {
  return historyOf(application)
}

/** Saves what a person changed, so that it can be taken back. */
export function saveChange(application: string, live: ApplicationLive): void {
  historyOf(application).changed(liveSettingsOf(application), live)
  saveLiveSettings(application, live)
}

export function saveBoard(application: string, board: Board): void {
  saveChange(application, putBoard(liveSettingsOf(application), board))
}

export function undoBoardChange(application: string): void {
  restore(application, historyOf(application).undo(liveSettingsOf(application)))
}

export function redoBoardChange(application: string): void {
  restore(application, historyOf(application).redo(liveSettingsOf(application)))
}

/** After something went away: it can be had back, also later, whatever else was changed meanwhile. */
export function offerToPutBack(title: string, putBack: () => void): void {
  appStore.getState().addNotice({ tone: 'note', title, action: { label: liveLabels.boardMenu.undo, run: putBack } })
}

function restore(application: string, live: Before | undefined): void {
  if (live !== undefined) saveLiveSettings(application, live)
}

function historyOf(application: string): BoardHistory {
  const known = histories.get(application)
  if (known !== undefined) return known
  const made = new BoardHistory()
  histories.set(application, made)
  return made
}
