import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ProcessDirectory } from '../main/diagnostics/processes/directory/directory.ts'
import type { ProcessRow } from '../shared/model/process.ts'
import { LinuxSystem } from '../main/os/linux/linux-system.ts'
import { socketName } from '../main/transport/discovery.ts'
import { UnixDiscovery } from '../main/transport/discovery-unix.ts'
import { report, spreadOf } from './harness.ts'
import { pause } from '../main/os/pause.ts'

/**
 * The process list with many endpoints: time until every endpoint that answers has its row (200 endpoints, 10 of them stale and 5
 * silent), the time to notice a new one, and what the list costs while nothing happens (20 endpoints, usage measured each second).
 * The endpoints are sockets named after real processes (`sleep`) and served by a process of their own, so that nothing is shared
 * with the list but the kernel.
 *
 *   bench processes [endpointCount] [idleSeconds]
 */
const staleCount = 10
const silentCount = 5
const runs = 7

if (process.argv[2] === 'serve') serve(process.argv[3] ?? '', (process.argv[4] ?? '').split(','))
else await start(Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 30))

async function start(endpointCount: number, idleSeconds: number): Promise<void> {
  const refusal = whyNot(endpointCount, idleSeconds)
  if (refusal === null) return measure(endpointCount, idleSeconds)
  console.error(`processes: ${refusal}`)
  process.exitCode = 64
}

function whyNot(endpointCount: number, idleSeconds: number): string | null {
  if (process.platform !== 'linux') return 'needs /proc, so it runs on Linux only.'
  const fewest = staleCount + silentCount + 1
  if (!Number.isInteger(endpointCount) || endpointCount < fewest)
    return `the number of endpoints must be ${fewest} or more: ${staleCount} are stale and ${silentCount} silent, one has to answer.`
  return idleSeconds >= 0 ? null : 'the seconds of idling must be 0 (none) or more.'
}

async function measure(endpointCount: number, idleSeconds: number): Promise<void> {
  const crowd = await startCrowd(endpointCount, staleCount, silentCount)
  const answering = endpointCount - staleCount - silentCount
  const firstRows: number[] = []
  const cpu: number[] = []
  const allRows: number[] = []
  for (let run = 0; run < runs; run++) {
    const directory = listOf(crowd.folder)
    const startMs = performance.now()
    const cpuBefore = process.cpuUsage()
    let firstMs = 0
    const done = new Promise<void>((resolve) => {
      directory.subscribe(() => {
        const readyCount = directory.rows().filter((row) => isAnsweredIn(crowd.folder, row)).length
        if (readyCount > 0 && firstMs === 0) firstMs = performance.now() - startMs
        if (readyCount === answering) resolve()
      })
    })
    directory.start()
    await done
    firstRows.push(firstMs)
    allRows.push(performance.now() - startMs)
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu.push((user + system) / 1000)
    directory.dispose()
  }
  const shown = await noticeTimes(crowd.folder)
  await crowd.dispose()

  const few = await startCrowd(20, 0, 0)
  const idle = await idleShare(few.folder, idleSeconds)
  await few.dispose()
  report({
    name: 'processes',
    figures: {
      endpoints: endpointCount,
      staleEndpoints: staleCount,
      silentEndpoints: silentCount,
      firstRowMs: spreadOf(firstRows),
      allAnsweringRowsMs: spreadOf(allRows),
      allAnsweringRowsCpuMs: spreadOf(cpu),
      newProcessOnListMs: spreadOf(shown),
      idle20EndpointsCpuPercent: idle,
      idleSeconds,
      otherProcessesOnThisMachine: (await new LinuxSystem().listPids()).length,
    },
  })
}

/** Runtimes of this machine with a TMPDIR of their own are on the list as well and do not count. */
function isAnsweredIn(folder: string, row: ProcessRow): boolean {
  return row.state === 'ready' && row.endpointPath?.startsWith(folder) === true
}

/** A list that looks at one folder only: the sockets in the usual one do not change the figures. */
function listOf(folder: string): ProcessDirectory {
  const system = new LinuxSystem()
  const discovery = new UnixDiscovery({ os: system, namespaces: system, tempFolder: folder, defaultFolder: folder })
  return new ProcessDirectory({ storageFolder: null, os: system, discovery })
}

/** From the moment a socket is served to its row in a message to the page. */
async function noticeTimes(folder: string): Promise<readonly number[]> {
  const directory = listOf(folder)
  directory.start()
  await directory.refresh()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const sleeper = spawn('sleep', ['600'])
    const pid = sleeper.pid ?? -1
    const key = new LinuxSystem().process(pid)?.startKey ?? ''
    const seen = new Promise<number>((resolve) => {
      const subscription = directory.subscribe((message) => {
        if (message.kind !== 'changes' || !message.upserted.some((row) => row.pid === pid)) return
        subscription.dispose()
        resolve(performance.now())
      })
    })
    const server = net.createServer((socket) => socket.destroy()).listen(path.join(folder, socketName(pid, key)))
    await new Promise((resolve) => server.once('listening', resolve))
    const servedMs = performance.now()
    times.push((await seen) - servedMs)
    server.close()
    sleeper.kill('SIGKILL')
  }
  directory.dispose()
  return times
}

async function idleShare(folder: string, seconds: number): Promise<number | null> {
  if (seconds === 0) return null
  const directory = listOf(folder)
  directory.start()
  // Start-up, looking at every process of the machine once, and compiling are not idling.
  await pause(20_000)
  const before = process.cpuUsage()
  const startMs = performance.now()
  await pause(seconds * 1000)
  const { user, system } = process.cpuUsage(before)
  directory.dispose()
  return ((user + system) / 1000 / (performance.now() - startMs)) * 100
}

interface Crowd {
  readonly folder: string
  dispose(): Promise<void>
}

async function startCrowd(count: number, stale: number, silent: number): Promise<Crowd> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ps-bench-'))
  mkdirSync(folder, { recursive: true })
  const sleepers: ChildProcess[] = []
  for (let index = 0; index < count; index++) sleepers.push(spawn('sleep', ['3600'], { stdio: 'ignore' }))
  const system = new LinuxSystem()
  const names = sleepers.map((sleeper, index) => {
    const pid = sleeper.pid ?? -1
    const key = system.process(pid)?.startKey ?? ''
    // Stale: the process lives, but the name holds the start time of an earlier one.
    const isStale = index < stale
    const isSilent = index >= stale && index < stale + silent
    return `${isSilent ? 'silent' : 'answer'}:${pid}:${isStale ? `${Number(key) - 1}` : key}`
  })
  const server = spawn(process.execPath, [process.argv[1] ?? '', 'serve', folder, names.join(',')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) => createInterface({ input: server.stdout }).once('line', () => resolve()))
  return {
    folder,
    async dispose() {
      server.kill()
      for (const sleeper of sleepers) sleeper.kill('SIGKILL')
      await new Promise((resolve) => server.once('close', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Answers ProcessInfo3 like a runtime that is not busy; a silent one accepts and says nothing. */
function serve(folder: string, names: readonly string[]): void {
  process.stdin.on('end', () => process.exit(0)).resume()
  let listening = 0
  for (const name of names) {
    const [kind, pid, key] = name.split(':')
    const answer = processInfo3(Number(pid))
    net
      .createServer((socket) => {
        socket.on('error', () => undefined)
        if (kind === 'answer') socket.once('data', () => socket.end(answer))
      })
      .listen({ path: path.join(folder, socketName(Number(pid), key ?? '')), backlog: 255 }, () => {
        if (++listening === names.length) console.log('listening')
      })
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.alloc(4 + (value.length + 1) * 2)
  bytes.writeUInt32LE(value.length + 1)
  bytes.write(value, 4, 'utf16le')
  return bytes
}

function processInfo3(pid: number): Buffer {
  const start = Buffer.alloc(28)
  start.writeUInt32LE(1)
  start.writeBigUInt64LE(BigInt(pid), 4)
  start.writeUInt32LE(pid, 12)
  const texts = ['/usr/bin/app --port 5000', 'Linux', 'x64', `App${pid}`, '10.0.12', 'linux-x64'].map((value) =>
    text(value),
  )
  const payload = Buffer.concat([start, ...texts])
  const header = Buffer.from('444f544e45545f4950435f5631000000ff000000', 'hex')
  header.writeUInt16LE(20 + payload.length, 14)
  return Buffer.concat([header, payload])
}
