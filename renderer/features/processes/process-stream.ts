import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import { openStream } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { usageFeed } from './usage-feed.ts'

let watching: Disposable | null = null

/**
 * Keeps the store's rows and the usage feed up to date. Called as soon as the page runs, so that rows come while the rest of it is
 * loaded, and by the list's screen, which makes sure of it; the second call is the first one's. Dispose ends the stream.
 */
export function watchProcesses(): Disposable {
  watching ??= open()
  return watching
}

function open(): Disposable {
  const stream = openStream('processes.rows', null, {
    onMessage(message) {
      appStore.getState().receiveProcesses(message)
      usageFeed.accept(message)
    },
    onError(error) {
      appStore.getState().failProcessStream(error)
    },
  })
  const attention = usageFeed.attention.watch(window)
  return toDisposable(() => {
    watching = null
    attention.dispose()
    stream.dispose()
  })
}
