import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { verifyFile } from '../../main/workers/watch/verify-file.ts'
import { floodProvider, spanOf, type Run, type RunOptions } from './runs.ts'
import { processSeconds } from './thread-time.ts'
import { pause } from '../../main/os/pause.ts'

/** Bytes of the header: what comes after them are events. */
const headBytes = 1000

/** `dotnet-trace collect`, ended as a person does, with Ctrl+C. */
export async function recordWithPeer(tool: string, { pid, file, seconds, bufferMB }: RunOptions): Promise<Run> {
  const words = ['collect', '-p', `${pid}`, '--providers', `${floodProvider}:0xffffffffffffffff:5`]
  const child = spawn(tool, [...words, '--buffersize', `${bufferMB}`, '-o', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DOTNET_ROLL_FORWARD: 'Major', DOTNET_NOLOGO: '1' },
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString('utf8')))
  child.stderr.on('data', (part: Buffer) => (output += part.toString('utf8')))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const tooLateMs = performance.now() + 30_000
  while (!existsSync(file) || statSync(file).size < headBytes) {
    if (child.exitCode !== null || performance.now() > tooLateMs)
      throw new Error(`dotnet-trace did not begin: ${output}`)
    await pause(5)
  }
  const own = child.pid ?? -1
  const fromMs = performance.now()
  const from = processSeconds(own) ?? 0
  await pause(seconds * 1000)
  const toMs = performance.now()
  const to = processSeconds(own) ?? 0
  child.kill('SIGINT')
  const code = await ended
  const stopMs = performance.now() - toMs
  if (code !== 0) throw new Error(`dotnet-trace ended with ${code}: ${output}`)
  const read = await verifyFile(file)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return {
    eventCount: read.value.eventCount,
    lostCount: read.value.lostCount,
    spanSeconds: spanOf(read.value),
    sizeBytes: read.value.sizeBytes,
    seconds: (toMs - fromMs) / 1000,
    cpuSeconds: to - from,
    stopMs,
  }
}
