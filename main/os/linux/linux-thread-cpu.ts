import fs from 'node:fs'
import type { ThreadCpuReader, ThreadCpuReading } from '../operating-system.ts'
import { parseAuxiliaryVector, parseStat, parseStatus, type ProcStat } from './proc-parse.ts'
import { readProcBytes, readProcText, shortLimitBytes } from './proc-files.ts'

interface KnownThread {
  /** An id that was given to another thread is another thread. */
  readonly startTicks: string
  /** In the innermost pid namespace. */
  readonly id: number
}

/** Out of `/proc/PID/task`; in clock ticks of 10 ms on most kernels. */
export class LinuxThreadCpu implements ThreadCpuReader {
  readonly #folder: string
  readonly #startKey: string
  readonly #msPerTick: number
  /** Processes of containers know their threads by other ids than we do. */
  readonly #isNested: boolean
  #known = new Map<string, KnownThread>()

  /** Null: no such process, or not ours to look at. Another root serves tests. */
  static open(pid: number, startKey: string, procRoot = '/proc'): LinuxThreadCpu | null {
    const { ticksPerSecond } = parseAuxiliaryVector(readProcBytes(`${procRoot}/self/auxv`, 4096) ?? new Uint8Array(0))
    const made = new LinuxThreadCpu(`${procRoot}/${pid}`, startKey, 1000 / ticksPerSecond)
    return made.read() === null ? null : made
  }

  private constructor(folder: string, startKey: string, msPerTick: number) {
    this.#folder = folder
    this.#startKey = startKey
    this.#msPerTick = msPerTick
    const status = readProcText(`${folder}/status`, shortLimitBytes)
    this.#isNested = status !== null && parseStatus(status).namespacePids.length > 1
  }

  read(): ThreadCpuReading | null {
    const whole = statOf(this.#folder)
    if (whole === null || whole.startTicks !== this.#startKey || 'ZX'.includes(whole.state)) return null
    let names: readonly string[]
    try {
      names = fs.readdirSync(`${this.#folder}/task`)
    } catch {
      // ENOENT (ended), EACCES.
      return null
    }
    const threads = new Map<number, number>()
    const known = new Map<string, KnownThread>()
    for (const name of names) {
      const stat = statOf(`${this.#folder}/task/${name}`)
      // It ended meanwhile.
      if (stat === null) continue
      const thread = this.#threadOf(name, stat)
      known.set(name, thread)
      threads.set(thread.id, stat.cpuTicks * this.#msPerTick)
    }
    this.#known = known
    return { processMs: whole.cpuTicks * this.#msPerTick, threads }
  }

  #threadOf(name: string, { startTicks }: ProcStat): KnownThread {
    const known = this.#known.get(name)
    if (known?.startTicks === startTicks) return known
    const status = this.#isNested ? readProcText(`${this.#folder}/task/${name}/status`, shortLimitBytes) : null
    const id = status === null ? undefined : parseStatus(status).namespacePids.at(-1)
    return { startTicks, id: id ?? Number(name) }
  }
}

function statOf(folder: string): ProcStat | null {
  const text = readProcText(`${folder}/stat`, shortLimitBytes)
  return text === null ? null : parseStat(text)
}
