import { ok } from '../../../shared/base/result.ts'
import { RecorderEngine } from './recorder-engine.ts'
import type { RecorderData, RecorderProtocol } from './recorder-protocol.ts'
import { serveWorker } from '../serve-worker.ts'

/** Entry of the recorder thread: carries messages, knows nothing. */
serveWorker<RecorderProtocol>(({ send, data, end }) => {
  const recorderData = data as RecorderData
  const engine = new RecorderEngine(recorderData, send)
  let isIdleAsked = false
  engine.open()
  return {
    questions: {
      hold: () => ok(engine.ring?.hold() ?? []),
      release: () => {
        engine.ring?.release()
        return ok(null)
      },
    },
    onMessage: (message) => {
      if (engine.receive(message)) {
        end()
        recorderData.follower?.close()
        return
      }
      if (isIdleAsked) return
      isIdleAsked = true
      // After every message that is already here.
      setImmediate(() => {
        isIdleAsked = false
        engine.idle()
      })
    },
    onClose: () => recorderData.follower?.close(),
  }
})
