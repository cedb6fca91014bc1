import type { Disposable } from '../../../shared/base/disposable.ts'
import { toDisposable } from '../../../shared/base/disposable.ts'
import type { ProcessMessage } from '../../../shared/model/process.ts'
import { logFromPage, openStream } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { usageFeed } from './usage-feed.ts'

/** Tells lost changes by the revisions. Usage may overtake waiting changes (it replaces an older one in main's queue). */
export class RevisionCheck {
  #highest: number | null = null

  /** True when a change was lost on the way and a new snapshot is needed. */
  isGap(message: ProcessMessage): boolean {
    const highest = this.#highest
    this.#highest =
      message.kind === 'snapshot' ? message.revision : Math.max(highest ?? message.revision, message.revision)
    return message.kind === 'changes' && highest !== null && message.revision > highest + 1
  }
}

/** Not more often than this, in case main cannot deliver a whole sequence at all. */
const resyncPauseMs = 2000

/** Keeps the store's rows and the usage feed up to date for the life of the window. Dispose ends the stream. */
export function watchProcesses(): Disposable {
  let stream: Disposable | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const open = (): void => {
    const revisions = new RevisionCheck()
    stream = openStream('processes.rows', null, {
      onMessage(message) {
        if (revisions.isGap(message)) resync()
        appStore.getState().receiveProcesses(message)
        usageFeed.accept(message)
      },
      onError(error) {
        appStore.getState().failProcessStream(error)
      },
    })
  }
  const resync = (): void => {
    if (timer !== null) return
    logFromPage('warn', 'process-changes-lost')
    timer = setTimeout(() => {
      timer = null
      stream?.dispose()
      open()
    }, resyncPauseMs)
  }
  open()
  return toDisposable(() => {
    if (timer !== null) clearTimeout(timer)
    stream?.dispose()
  })
}
