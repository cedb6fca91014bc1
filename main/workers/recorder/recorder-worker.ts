import { ok } from '../../../shared/base/result.ts'
import { RecorderEngine } from './recorder-engine.ts'
import type { RecorderData, RecorderProtocol } from './recorder-protocol.ts'
import { serveWorker } from '../serve-worker.ts'

/** Entry of the recorder thread: carries messages, knows nothing. */
serveWorker<RecorderProtocol>(({ send, data, end }) => {
  const engine = new RecorderEngine(data as RecorderData, send)
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
        engine.close()
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
    onClose: () => engine.close(),
  }
})
