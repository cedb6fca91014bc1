import net from 'node:net'
import { processInfo } from '../../main/diagnostics/client.ts'
import { connect } from '../../main/transport/connection.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { magic } from '../../main/protocol/commands.ts'
import { asPid } from '../../shared/model/ids.ts'
import { word, type Bench, type Row } from '../cell.ts'
import { listenPath } from '../where.ts'
import { PipeInstance } from './pipe-instance.ts'
import { pause } from '../../main/os/pause.ts'

/** Named pipes of Windows that do not behave: no runtime is behind these, they are ours. */

function pipeRow(name: string, run: (endpoint: Endpoint) => Promise<string>): Row {
  const runOn = (bench: Bench): Promise<string> =>
    run({ transport: 'pipe', path: listenPath(bench.folder, 'p'), pid: asPid(process.pid) })
  return { name, target: 'none', run: runOn }
}

/** A server that answers every connection with `bytes` and then does `after`. */
async function served(endpoint: Endpoint, bytes: Uint8Array, after: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(bytes, () => after(socket)))
  })
  await new Promise<void>((resolve) => server.listen(endpoint.path, resolve))
  try {
    return word(await processInfo(endpoint, { commandLineBytes: 0 }))
  } finally {
    server.close()
  }
}

const half = Uint8Array.from([...magic, 40, 0])

export const pipeRows: readonly Row[] = [
  pipeRow('a pipe that is not there', async (endpoint) => word(await connect(endpoint, { timeoutMs: 2000 }))),
  pipeRow('a pipe whose only instance is taken, then free', async (endpoint) => {
    const pipe = PipeInstance.make(endpoint.path)
    const first = await connect(endpoint, { timeoutMs: 2000 })
    if (!first.ok) return word(first)
    const second = connect(endpoint, { timeoutMs: 10_000 })
    await pause(300)
    const another = PipeInstance.make(endpoint.path)
    const connected = await second
    if (connected.ok) connected.value.dispose()
    first.value.dispose()
    pipe.dispose()
    another.dispose()
    return `waits, then ${word(connected)}`
  }),
  pipeRow('a pipe whose only instance stays taken', async (endpoint) => {
    const pipe = PipeInstance.make(endpoint.path)
    const first = await connect(endpoint, { timeoutMs: 2000 })
    const startMs = performance.now()
    const second = await connect(endpoint, { timeoutMs: 1000 })
    const isInTime = performance.now() - startMs < 3000
    if (first.ok) first.value.dispose()
    pipe.dispose()
    return `${word(second)}${isInTime ? '' : ', late'}`
  }),
  pipeRow('a pipe that this user may not open', async (endpoint) => {
    const pipe = PipeInstance.make(endpoint.path, 'nobody')
    const outcome = word(await connect(endpoint, { timeoutMs: 2000 }))
    pipe.dispose()
    return outcome
  }),
  pipeRow('half of a message, then the end', (endpoint) => served(endpoint, half, (socket) => socket.destroy())),
  pipeRow('half of a message, then silence', (endpoint) => served(endpoint, half, () => undefined)),
  pipeRow('a pipe that vanishes without an answer', (endpoint) =>
    served(endpoint, new Uint8Array(0), (socket) => socket.destroy()),
  ),
]
