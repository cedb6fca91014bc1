import { serveWorker } from '../serve-worker.ts'
import { assembleFile } from './assemble-file.ts'
import { readStacks } from './read-stacks.ts'
import { WatchEngine } from './watch-engine.ts'
import type { WatchData, WatchProtocol } from './watch-protocol.ts'

/** Entry of the watching thread: carries messages, knows nothing. */
serveWorker<WatchProtocol>(({ send, data }) => {
  const { runtimeVersion } = data as WatchData
  const engine = new WatchEngine(send, runtimeVersion)
  return {
    questions: {
      verify: ({ path }, { progress }) => engine.verify(path, () => progress(null)),
      assemble: (order, { signal, progress }) => assembleFile(order, signal, progress),
      stacks: ({ path }) => readStacks(path, runtimeVersion),
    },
    onMessage: (message) => {
      if (message.kind === 'follow') engine.follow(message.port, message.path, message.stop)
      else engine.addNames(message.index, message.bytes)
    },
    onClose: () => engine.dispose(),
  }
})
