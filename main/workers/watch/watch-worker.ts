import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../../shared/base/assert.ts'
import { readStacks } from './read-stacks.ts'
import { WatchEngine } from './watch-engine.ts'
import type { FromWatcher, ToWatcher, WatchData } from './watch-protocol.ts'

/** Entry of the watching thread: carries messages, knows nothing. */
const port = must(parentPort, 'this file runs as a worker thread')
const send = (message: FromWatcher): void => port.postMessage(message)
const { runtimeVersion } = workerData as WatchData
const engine = new WatchEngine(send, runtimeVersion)

port.on('message', (message: ToWatcher) => {
  switch (message.kind) {
    case 'follow':
      engine.follow(message.port, message.path, message.stop)
      break
    case 'names':
      engine.addNames(message.index, message.bytes)
      break
    case 'request': {
      const { requestId, request } = message
      const answered =
        request.kind === 'verify'
          ? engine.verify(request.path, () => send({ kind: 'progress', requestId }))
          : readStacks(request.path, runtimeVersion)
      void answered.then((outcome) => send({ kind: 'reply', requestId, outcome }))
      break
    }
    case 'close':
      engine.dispose()
      port.close()
      break
  }
})
