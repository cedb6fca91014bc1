import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { endpointFound } from '../../main/diagnostics/machines/testing/endpoint-found.ts'
import type { MachineBench } from '../../main/diagnostics/machines/testing/machine-bench.ts'
import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import { startRecording } from '../../main/diagnostics/session-recording.ts'
import { pause } from '../../main/os/pause.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { bundleWorker } from '../../main/workers/testing/bundle-worker.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { secondsOf, spreadOf, type Spread } from '../harness.ts'

const runs = 5
const recordedSeconds = 6
const copiedBytes = 6_000_000
const run = promisify(execFile)

/** More than the link carries, and than 80 % of it by far. */
const flood = ['flood', '--flood-per-second=400000']

/** Recording a flood and copying a file over the same link, in turns; beside them what the flood makes where no link is in the way. */
export async function throughput(bench: MachineBench): Promise<Readonly<Record<string, Spread>>> {
  await bench.connect()
  const made: number[] = []
  const recorded: number[] = []
  const copied: number[] = []
  const shares: number[] = []
  for (let count = 0; count < runs; count++) {
    made.push((await recordedPerSecond(bench, `here-${count}`, (row) => endpointOf(row.pid))) / 1000)
    const far = (row: ProcessRow): Endpoint => endpointFound(bench.processes, row.key)
    const ours = await recordedPerSecond(bench, `far-${count}`, far)
    const scp = await copiedPerSecond(bench)
    recorded.push(ours / 1000)
    copied.push(scp / 1000)
    shares.push((100 * ours) / scp)
  }
  return {
    recordedWithoutLinkKBPerSec: spreadOf(made),
    recordedKBPerSec: spreadOf(recorded),
    scpKBPerSec: spreadOf(copied),
    recordedPercentOfScp: spreadOf(shares),
  }
}

/** While the stream flows at its full pace: after its first second and a half, before it is stopped. */
async function recordedPerSecond(
  bench: MachineBench,
  name: string,
  endpointOfRow: (row: ProcessRow) => Endpoint,
): Promise<number> {
  const target = await bench.target({ args: flood })
  const row = await bench.ready(target.pid)
  const started = await startRecording(bench.registry, {
    endpoint: endpointOfRow(row),
    request: {
      // With 1 MB a recording is no faster where no link is in the way: the runtime has no room for what the link could carry.
      bufferMB: 64,
      providers: [{ name: 'Pipescope-Sample-Flood', keywords: 0xffff_ffff_ffff_ffffn, level: 5, arguments: null }],
      rundown: 'none',
      stacks: true,
    },
    runtimeVersion: row.runtimeVersion,
    path: path.join(bench.folder, `${name}.nettrace`),
    recorderPath: await bundleWorker('recorder', bench.folder),
  })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  await pause(1500)
  const from = started.value.progress()
  const fromMs = performance.now()
  await pause(recordedSeconds * 1000)
  const bytes = started.value.progress().receivedBytes - from.receivedBytes
  const perSecond = bytes / ((performance.now() - fromMs) / 1000)
  await started.value.stop()
  await target.dispose()
  return perSecond
}

/** Without the time it takes to connect. */
async function copiedPerSecond(bench: MachineBench): Promise<number> {
  const file = (name: string, bytes: number): string => {
    const made = path.join(bench.folder, name)
    fs.writeFileSync(made, Buffer.alloc(bytes, 'x'), { mode: 0o644 })
    return made
  }
  const copy = (from: string) => async (): Promise<void> => {
    // The test's server has no sftp.
    await run('scp', ['-O', '-q', ...bench.server.clientArguments, `far:${from}`, path.join(bench.folder, 'copy')])
  }
  const nothing = await secondsOf(copy(file('one-byte', 1)))
  const whole = await secondsOf(copy(file('many-bytes', copiedBytes)))
  return copiedBytes / (whole - nothing)
}
