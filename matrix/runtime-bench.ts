import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { variants } from '../samples/build.mjs'
import { startTarget, type SampleTarget, type SampleVariant, type StartTargetOptions } from '../samples/start-target.ts'
import type { RuntimeFlavour } from '../shared/model/process.ts'
import type { Endpoint } from '../main/transport/endpoint.ts'
import type { Bench, Row } from './cell.ts'
import { RecordingProxy } from './recording-proxy.ts'
import { endpointOf } from './where.ts'

/** No row takes longer, also where four dumps of a hundred megabytes share a busy disk; one that does is an answer of its own. */
const rowLimitMs = 180_000

interface Running {
  readonly target: SampleTarget
  readonly proxy: RecordingProxy
  /** Leads to the target through the proxy. */
  readonly endpoint: Endpoint
}

/** Runs the rows of one runtime, on a shared target where a row leaves no trace in it, else on a process of its own. */
export class RuntimeBench {
  readonly variant: SampleVariant
  readonly runtimeVersion: string
  readonly flavour: RuntimeFlavour
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'psm-'))
  #shared: Running | null = null

  constructor(variant: SampleVariant, program: string) {
    this.variant = variant
    const { runtimeVersion, isAot } = variants[variant]
    this.flavour = isAot ? 'nativeaot' : 'coreclr'
    this.runtimeVersion = runtimeVersion ?? sharedRuntimeVersion(program)
  }

  async run(row: Row): Promise<string> {
    const folder = fs.mkdtempSync(path.join(this.#folder, 'r'))
    const answer = await this.#answerOf(row, folder)
    try {
      // Windows holds the working folder of a process for a moment after its end.
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      return answer
    } catch (error) {
      // A row that had no answer in time has not ended what it started.
      return `${answer}, its folder stays (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    }
  }

  async #answerOf(row: Row, folder: string): Promise<string> {
    const started: SampleTarget[] = []
    let running: Running | null = null
    try {
      if (row.target === 'shared') running = await this.#sharedTarget()
      else if (row.target === 'own') running = await this.#startTarget(row.start ?? { args: ['idle'] })
      const bench = this.#benchFor(row, running, folder, started)
      const sentBefore = running?.proxy.sentBytes ?? 0
      const answer = await withLimit(row.run(bench))
      const sent = (running?.proxy.sentBytes ?? 0) - sentBefore
      // The proof of a refusal: nothing has left for the target.
      const proven = answer.startsWith('refused') && sent > 0 ? `${answer} after ${sent} bytes` : answer
      if (row.target !== 'shared' || running === null || running.target.child.exitCode === null) return proven
      this.#shared = null
      return `${proven}, target ended`
    } catch (error) {
      return `failed: ${String(error).split('\n')[0] ?? ''}`
    } finally {
      for (const target of started) await target.dispose()
      if (row.target === 'own' && running) await end(running)
    }
  }

  async dispose(): Promise<void> {
    if (this.#shared) await end(this.#shared)
    this.#shared = null
    try {
      fs.rmSync(this.#folder, { recursive: true, force: true })
    } catch {
      // EBUSY, EPERM: what a row could not end has its folder; the row has said so, and the others are still to be told.
    }
  }

  #benchFor(row: Row, running: Running | null, folder: string, started: SampleTarget[]): Bench {
    const { variant, runtimeVersion, flavour } = this
    const need = (): Running => {
      if (running === null) throw new Error(`${row.name} has no target`)
      return running
    }
    return {
      variant,
      runtimeVersion,
      flavour,
      folder,
      get target() {
        return need().target
      },
      get proxy() {
        return need().proxy
      },
      get endpoint() {
        return need().endpoint
      },
      start: async (options) => {
        const target = await startTarget({ ...options, variant })
        started.push(target)
        return target
      },
    }
  }

  async #sharedTarget(): Promise<Running> {
    this.#shared ??= await this.#startTarget({ args: ['counters'] })
    return this.#shared
  }

  async #startTarget(options: Omit<StartTargetOptions, 'variant'>): Promise<Running> {
    const target = await startTarget({ ...options, variant: this.variant })
    try {
      const direct = await endpointOf(target.pid)
      const proxy = await RecordingProxy.start(this.#folder, direct.path)
      return { target, proxy, endpoint: { ...direct, path: proxy.path } }
    } catch (error) {
      await target.dispose()
      throw error
    }
  }
}

async function end({ target, proxy }: Running): Promise<void> {
  proxy.dispose()
  await target.dispose()
}

/** A framework-dependent program runs on the newest shared runtime of its major version. */
function sharedRuntimeVersion(program: string): string {
  const config = fs.readFileSync(`${program}.runtimeconfig.json`, 'utf8')
  const wanted = /"version":\s*"(\d+)/.exec(config)?.[1] ?? '10'
  const roots = [process.env['DOTNET_ROOT'], '/usr/share/dotnet', '/usr/lib/dotnet', '/usr/local/share/dotnet']
  for (const root of roots) {
    const folder = path.join(root ?? '', 'shared', 'Microsoft.NETCore.App')
    if (!root || !fs.existsSync(folder)) continue
    const found = fs.readdirSync(folder).filter((name) => name.startsWith(`${wanted}.`))
    const newest = found.sort((a, b) => Number(a.split('.')[2]) - Number(b.split('.')[2])).at(-1)
    if (newest !== undefined) return newest
  }
  return `${wanted}.0.0`
}

async function withLimit(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer in ${rowLimitMs / 1000} s`), rowLimitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
