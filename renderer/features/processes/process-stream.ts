import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import { openStream } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { usageFeed } from './usage-feed.ts'

/** Keeps the store's rows and the usage feed up to date for the life of the window. Dispose ends the stream. */
export function watchProcesses(): Disposable {
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
    attention.dispose()
    stream.dispose()
  })
}
